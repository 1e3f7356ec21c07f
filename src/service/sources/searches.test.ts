import { expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import type { TestSite } from '../testing/test-site.ts'
import { page, prose, rss } from '../testing/test-site.ts'
import type { SourcesTest, TestSources } from '../testing/test-sources.ts'
import { inTime, openSourcesForEachTest, openTestSources, storedArticles } from '../testing/test-sources.ts'

let database: Database
let site: TestSite
let sources: TestSources
let add: SourcesTest['add']

openSourcesForEachTest((opened) => ({ database, site, sources, add } = opened))

const minuteMs = 60_000

test('a search feed is queried with the keywords of the job, once in ten minutes for the same keywords', async () => {
  site.routes['/search'] = () => rss([{ title: 'Found by its words', link: '/a' }])
  site.routes['/a'] = page('Found by its words', prose(30))
  await add('/search?q={keywords}&amp;n=10', 'News')

  const wanted = { keywords: ['drinking water', 'Brücke & "Fluss"'], category: '' }
  expect(await sources.collect(wanted, inTime())).toEqual({ tried: 1, failed: 0 })
  expect(site.paths()).toEqual([
    '/search?q=drinking%20water&amp;n=10',
    '/a',
    '/search?q=br%C3%BCcke%20%26%20%22fluss%22&amp;n=10',
  ])
  expect(await storedArticles(database)).toMatchObject([{ title: 'Found by its words', category: 'News' }])

  await sources.collect({ keywords: ['Drinking Water '], category: '' }, inTime())
  await sources.collect({ keywords: [], category: '' }, inTime())
  expect(site.count('/search')).toBe(2)
  sources.putForward(11 * minuteMs)
  await sources.collect({ keywords: ['drinking water'], category: '' }, inTime())
  expect(site.count('/search')).toBe(3)
})

test('a search whose host is busy is left to the next job, and never made without one', async () => {
  site.routes['/feed'] = rss([])
  site.routes['/search'] = rss([{ title: 'Found by its words', link: '/a' }])
  site.routes['/a'] = page('Found by its words', prose(30))
  const feed = await add('/feed', 'News')
  const search = await add('/search?q={keywords}', 'News')
  site.routes['/feed'] = { status: 503, headers: { 'Retry-After': '3600' } }
  await sources.refresh(feed)
  await sources.pause(feed)
  const wanted = { keywords: ['drinking water'], category: '' }
  const postponed = await sources.collect(wanted, inTime())
  const asked = site.count('/search')
  const due = await database.query(
    `select due_at = '9999-12-31T00:00:00Z' and list_at = due_at as "isNever" from sources where id = $1`,
    [search],
  )
  await database.query('delete from hosts')
  await sources.collect(wanted, inTime())

  expect(postponed).toEqual({ tried: 1, failed: 1 })
  expect(asked).toBe(0)
  expect(due.rows).toEqual([{ isNever: true }])
  expect(site.count('/search')).toBe(1)
})

test('a search that was made while the clock was wrong is made again', async () => {
  site.routes['/search'] = rss([])
  await add('/search?q={keywords}', 'News')
  const wanted = { keywords: ['water'], category: '' }
  sources.putForward(365 * 24 * 60 * minuteMs)
  await sources.collect(wanted, inTime())
  await openTestSources(database).collect(wanted, inTime())

  expect(site.count('/search')).toBe(2)
})

test('pages that a search found are fetched, although the next search has to wait', async () => {
  site.routes['/search'] = rss([{ title: 'Found by its words', link: '/a' }])
  site.routes['/a'] = { status: 500 }
  await add('/search?q={keywords}', 'News')
  await sources.collect({ keywords: ['drinking water'], category: '' }, inTime())
  site.routes['/a'] = page('Found by its words', prose(30))
  // As if the host had asked for a rest.
  await database.query(`update hosts set not_before = now() + interval '1 hour'`)
  await sources.collect({ keywords: ['bread'], category: '' }, inTime())
  await database.query('delete from hosts')
  sources.putForward(11 * minuteMs)
  await sources.start()

  await expect.poll(() => storedArticles(database)).toHaveLength(1)
  expect(site.count('/search')).toBe(1)
})

test.each([
  [
    'its lease has ended',
    () => database.query(`update sources set lease_until = now() - interval '1 second'`),
  ],
  ['the next one starts on the embedded database', () => sources.start()],
])('a search whose process died is repeated when %s', async (_, begin) => {
  const found = rss([{ title: 'Found by its words', link: '/a' }])
  site.routes['/search'] = found
  await add('/search?q={keywords}', 'News')
  // The first one is never answered, so its process holds the lease for good.
  site.routes['/search'] = () => (site.count('/search') === 1 ? undefined : found)
  const wanted = { keywords: ['drinking water'], category: '' }
  void openTestSources(database).collect(wanted, inTime())
  await expect.poll(() => site.count('/search')).toBe(1)
  // The host counts as in use for a while, too.
  await database.query('delete from hosts')
  await begin()

  expect(await sources.collect(wanted, inTime())).toEqual({ tried: 1, failed: 0 })
  expect(site.count('/search')).toBe(2)
})

test('of two jobs with the same keywords in another order, each has what both searches found', async () => {
  site.routes['/search'] = rss([])
  await add('/search?q={keywords}', 'News')
  const entries = { water: 30, bread: 31 }
  for (const [word, seed] of Object.entries(entries))
    site.routes[`/search?q=${word}`] = (_, response) => {
      const html = prose(seed).join('<p>')
      const { type, body } = rss([{ title: `About ${word}`, guid: word, html }])
      setTimeout(() => response.writeHead(200, { 'Content-Type': type }).end(body), 200)
      return undefined
    }
  const collect = async (keywords: readonly string[]) => {
    await sources.collect({ keywords, category: '' }, inTime())
    return storedArticles(database)
  }
  const one = collect(['water', 'bread'])
  await expect.poll(() => site.count('/search')).toBe(1)
  const other = collect(['bread', 'water'])

  expect([await one, await other]).toMatchObject([{ length: 2 }, { length: 2 }])
  expect(site.count('/search')).toBe(2)
})

test('an outage of a search is one error for each job, however many keywords it has', async () => {
  site.routes['/search'] = rss([])
  const id = await add('/search?q={keywords}', '')
  site.routes['/search'] = { status: 500 }
  const wanted = { keywords: ['water', 'bread', 'salt', 'iron', 'wool'], category: '' }
  const jobs = await Promise.all([sources.collect(wanted, inTime()), sources.collect(wanted, inTime())])
  expect(jobs).toEqual(jobs.map(() => ({ tried: 1, failed: 1 })))
  const outage = await sources.find(id)
  sources.putForward(12 * minuteMs)
  await sources.collect(wanted, inTime())
  const longer = await sources.find(id)
  site.routes['/search'] = rss([])
  sources.putForward(23 * minuteMs)

  expect([outage, longer]).toMatchObject([{ errors: 1 }, { errors: 2 }])
  expect(await sources.collect(wanted, inTime())).toEqual({ tried: 1, failed: 0 })
})
