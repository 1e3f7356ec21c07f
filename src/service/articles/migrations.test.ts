import { expect, test } from 'vitest'
import { migrate } from '../database/migrations.ts'
import { openDatabase } from '../database/open-database.ts'
import { migrations } from '../migrations.ts'
import type { TestDatabase } from '../testing/with-database.ts'
import { onEachDatabase } from '../testing/with-database.ts'
import { matchArticles } from './matching.ts'

onEachDatabase((place) => {
  test('words that an earlier version saved with points and hamza are found without', async () => {
    const { match, close } = await upgraded(place, {
      by: 'articles-4',
      words: 'أيضاً إلى مُحَمَّد محمد ـ مؤسسة شَؤون bread',
    })

    expect(await match('ايضا الى "محمد محمد" موسسة شؤون bread')).toEqual([1])
    expect(await match('مُحمّد')).toEqual([1])
    expect(await match('text')).toEqual([2])
    await close()
  })

  test('words that an earlier version saved with one form of Arabic letters and digits are found with another', async () => {
    const { match, close } = await upgraded(place, {
      by: 'articles-5',
      words: 'کتاب فارسی مدرسة على ۱۴۰۳ ٢٠٢٤ bread',
    })

    expect(await match('"كتاب فارسي" مدرسه علي "1403 2024 bread"')).toEqual([1])
    expect(await match('text')).toEqual([2])
    await close()
  })
})

/** A database of two articles, of which a version before the migration saved the first with those words. */
async function upgraded(place: TestDatabase, { by, words }: { by: string; words: string }) {
  const earlier = migrations.slice(
    0,
    migrations.findIndex(({ name }) => name === by),
  )
  const database = await openDatabase({ ...(await place.create()), migrations: earlier })
  await database.query(
    `insert into articles (source_key, version_id, content_hash, category, category_key, published_at, words)
    select id::text, id, '', '', '', now(), to_tsvector('article_words', words)
    from unnest($1::text[]) with ordinality as given (words, id)`,
    [[words, 'A text']],
  )
  await migrate(database, migrations)
  const match = async (keyword: string): Promise<number[]> => {
    const wanted = { keywords: [keyword], category: '', articleCount: 10, idsToSkip: Buffer.alloc(0) }
    return (await matchArticles(database, wanted)).versionIds
  }
  return { match, close: () => database.close() }
}
