import { expect, test } from 'vitest'
import { migrate } from '../database/migrations.ts'
import { openDatabase } from '../database/open-database.ts'
import { migrations } from '../migrations.ts'
import { putArticles } from '../testing/test-jobs.ts'
import { onEachDatabase } from '../testing/with-database.ts'
import { matchArticles } from './matching.ts'

onEachDatabase((place) => {
  test('words that an earlier version saved with points and hamza are found without', async () => {
    const earlier = migrations.slice(
      0,
      migrations.findIndex(({ name }) => name === 'articles-4'),
    )
    const database = await openDatabase({ ...(await place.create()), migrations: earlier })
    await putArticles(database, [{ title: 'one' }, { title: 'two' }])
    const words = 'أيضاً إلى مُحَمَّد محمد ـ مؤسسة شَؤون bread'
    await database.query(`update articles set words = to_tsvector('article_words', $1) where id = 1`, [words])
    await migrate(database, migrations)

    const match = async (keyword: string): Promise<number[]> =>
      (
        await matchArticles(database, {
          keywords: [keyword],
          category: '',
          articleCount: 10,
          idsToSkip: Buffer.alloc(0),
        })
      ).versionIds
    expect(await match('ايضا الى "محمد محمد" موسسة شؤون bread')).toEqual([1])
    expect(await match('مُحمّد')).toEqual([1])
    expect(await match('text')).toEqual([2])
    await database.close()
  })
})
