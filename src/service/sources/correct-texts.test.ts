import { describe, expect, test } from 'vitest'
import { createDatabase, hasPostgres } from '../testing/postgres-cluster.ts'
import { openTestDatabase } from '../testing/test-jobs.ts'
import { page, prose, rss, startSite } from '../testing/test-site.ts'
import { countWaiting, openTestSources, storedArticles } from '../testing/test-sources.ts'
import { correctTexts } from './correct-texts.ts'
import { saveFound } from './save-found.ts'
import { createSaveInTurn } from './saving.ts'
import { createSourceLeases } from './source-lease.ts'

const box =
  'This story belongs to our series on the rivers of the north, which goes on until the end of winter.'

describe.skipIf(!hasPostgres)('while another process saves a newer version of an article', () => {
  test('its older text is not corrected, but the newer one', async () => {
    const databaseUrl = await createDatabase()
    const database = await openTestDatabase({ databaseUrl })
    const other = await openTestDatabase({ databaseUrl })
    const numbers = [1, 2, 3, 4]
    const site = await startSite({
      '/feed': rss(numbers.map((n) => ({ title: `Story number ${n}`, link: `/${n}` }))),
      '/other': rss([]),
      ...Object.fromEntries(numbers.map((n) => [`/${n}`, page(`Story number ${n}`, [...prose(n), box])])),
    })
    const sources = openTestSources(database)
    const { source } = await sources.add(`${site.url}/feed`, 'News')
    const { source: another } = await sources.add(`${site.url}/other`, 'News')
    await sources.refresh(source.id)
    const before = await storedArticles(database)
    const article = before[0]!
    // As after a fifth page with the same paragraph.
    await database.query('update source_sites set pages = pages + 1')
    await database.query('update source_paragraphs set seen_in = seen_in + 1 where seen_in = 4')
    const leased = await createSourceLeases(database).take(source.id)

    let corrected: Promise<void> | undefined
    await other.transaction(async (tx) => {
      await saveFound(tx, {
        ...article,
        sourceId: another.id,
        itemKey: 'the same page',
        text: `${article.text}\n\nThis was added an hour later.`,
        isDateGuessed: false,
        address: `${site.url}/${article.title.at(-1)}`,
        articleId: article.id,
      })
      corrected = correctTexts(createSaveInTurn(database), leased!)
      await expect.poll(() => countWaiting(tx)).toBe(1)
    })
    await corrected
    const after = await storedArticles(database)
    await sources.close()
    await Promise.all([site.close(), database.close(), other.close()])

    expect(before.every(({ text }) => text.includes(box))).toBe(true)
    expect(after.filter(({ text }) => text.includes(box))).toEqual([])
    expect(after[0]).toMatchObject({ id: article.id, versions: 3 })
    expect(after[0]!.text).toMatch(/This was added an hour later\.$/)
  })
})
