import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { maxTextLength, saveArticles } from '../articles/store.ts'
import { interruptDatabase } from '../testing/faulty-database.ts'
import { createDatabase, hasPostgres } from '../testing/postgres-cluster.ts'
import { openTestDatabase } from '../testing/test-jobs.ts'
import { asHtml, prose, rss, startSite } from '../testing/test-site.ts'
import {
  countWaiting,
  emptySources,
  inTime,
  openTestSources,
  storedArticles,
} from '../testing/test-sources.ts'
import { onEachDatabase } from '../testing/with-database.ts'
import { addClaim } from './address-store.ts'
import { saveFound } from './save-found.ts'

const fullText = (seed: number) => ({
  title: `Story number ${seed}`,
  guid: `story-${seed}`,
  html: asHtml(prose(seed)),
})

describe.skipIf(!hasPostgres)('while another process saves a text', () => {
  test('one connection waits for it, however many sources have texts to save', async () => {
    const feeds = 12
    const databaseUrl = await createDatabase()
    const timeouts = { lock: 30_000, statement: 30_000, query: 40_000 }
    const [database, other] = [
      await openTestDatabase({ databaseUrl, timeouts }),
      await openTestDatabase({ databaseUrl, timeouts }),
    ]
    const site = await startSite()
    for (let n = 0; n < feeds; n += 1) site.routes[`/feed/${n}`] = rss([fullText(n)])
    const sources = openTestSources(database)
    for (let n = 0; n < feeds; n += 1) await sources.add(`${site.url}/feed/${n}`, 'News')
    let collected: Promise<unknown> | undefined
    await other.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock(4400175)')
      collected = sources.collect({ keywords: [], category: '' }, inTime())
      const noted = async () =>
        (await tx.query<{ count: number }>('select count(*) from source_items')).rows[0]!.count
      await expect.poll(noted).toBe(feeds)
      await expect.poll(() => countWaiting(tx)).toBe(1)
      expect(database.connections()['waited-for']).toBe(0)
    })
    await collected
    const stored = await storedArticles(database)
    await sources.close()
    await Promise.all([site.close(), database.close(), other.close()])

    expect(stored).toHaveLength(feeds)
  })
})

onEachDatabase((place) => {
  test('of a feed with many texts, those saved before an error are kept, and the rest are saved next time', async () => {
    const database = await openTestDatabase(await place.create())
    let left = 8
    const faulty = interruptDatabase(database, (text, moment) => {
      if (text.includes('pg_advisory_xact_lock') && moment === 'before' && (left -= 1) < 0)
        throw new Error('The connection broke.')
    })
    const site = await startSite({ '/feed': rss(Array.from({ length: 12 }, (_, n) => fullText(n))) })
    const sources = openTestSources(faulty)
    const { source } = await sources.add(`${site.url}/feed`, 'News')
    await sources.refresh(source.id)
    const before = await storedArticles(database)
    left = Infinity
    await sources.resume(source.id)
    await sources.refresh(source.id)
    const after = await storedArticles(database)
    await sources.close()
    await site.close()
    await database.close()

    expect([before.length, after.length]).toEqual([5, 12])
  })
})

let embedded: Database
beforeAll(async () => {
  embedded = await openTestDatabase()
})
afterAll(() => embedded.close())
beforeEach(() => emptySources(embedded))

test.each([
  ['too long, whatever is cut from it,', 'ﷺ'.repeat(2 * maxTextLength + 1)],
  ['too long with its ligatures written out', 'ﷺ'.repeat(maxTextLength)],
])('a text that is %s is refused at once', async (_, text) => {
  const before = process.cpuUsage()
  const saved = await embedded.transaction((tx) =>
    saveFound(tx, {
      sourceId: 1,
      itemKey: 'long',
      title: 'Long',
      text,
      category: '',
      publishedAt: new Date(),
      isDateGuessed: false,
      address: undefined,
      articleId: undefined,
    }),
  )
  const { user } = process.cpuUsage(before)

  expect(saved).toEqual({ refused: 'has a text of more than 1000000 characters' })
  expect(user).toBeLessThan(1_000_000)
})

test('a long text is compared with only a few of the pages that share its canonical address', async () => {
  const sources = openTestSources(embedded)
  const site = await startSite({ '/feed': rss([]) })
  const { source } = await sources.add(`${site.url}/feed`, 'News')
  const common = { title: 'Long', category: '', publishedAt: new Date(), isDateGuessed: false }
  const paragraphs = prose(1, 1_800)
  const whole = paragraphs.join('\n\n')
  // Reversed, since so long a text would share most of its runs of words with any other of these.
  const another = Array.from(whole).toReversed().join('')
  await saveArticles(embedded, [{ ...common, sourceKey: 'same', text: whole }])
  await saveArticles(embedded, [{ ...common, sourceKey: 'other', text: another }])
  await embedded.query(
    `insert into articles (source_key, version_id, content_hash, category, published_at, words)
    select source_key || n, version_id, content_hash, category, published_at, ''
    from articles, generate_series(1, 8) as n where id = 2`,
  )
  const home = 'https://a.example/'
  for (let articleId = 1; articleId <= 10; articleId += 1) await addClaim(embedded, articleId, home)
  const saved = await embedded.transaction((tx) =>
    saveFound(tx, {
      ...common,
      sourceId: source.id,
      itemKey: 'shortened',
      text: paragraphs.slice(0, 1_440).join('\n\n'),
      address: `${home}shortened`,
      canonicalAddress: home,
      articleId: undefined,
    }),
  )
  await sources.close()
  await site.close()

  expect(saved).toMatchObject({ yields: 'added' })
})
