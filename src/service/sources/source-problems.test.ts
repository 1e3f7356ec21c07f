import { expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import type { TestSite } from '../testing/test-site.ts'
import { interruptDatabase } from '../testing/faulty-database.ts'
import { page, prose, rss } from '../testing/test-site.ts'
import type { SourcesTest, TestSources } from '../testing/test-sources.ts'
import {
  openSourcesForEachTest,
  openTestSources,
  siteOfOneArticle,
  storedArticles,
} from '../testing/test-sources.ts'
import { problemOf } from './source.ts'

let database: Database
let site: TestSite
let sources: TestSources
let add: SourcesTest['add']

openSourcesForEachTest((opened) => ({ database, site, sources, add } = opened), siteOfOneArticle)

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const problem = async (id: number) => problemOf(await sources.find(id), new Date())
const dueInMinutes = async (id: number) => ((await sources.find(id)).dueAt.getTime() - Date.now()) / minuteMs

test('a feed that has moved permanently is followed, and its new address stored', async () => {
  site.routes['/other'] = rss([])
  const other = await add('/other')
  const id = await add()
  site.routes['/new'] = site.routes['/feed']!
  site.routes['/feed'] = { status: 301, headers: { Location: '/new' } }
  await sources.refresh(id)

  expect(await sources.find(id)).toMatchObject({
    address: `${site.url}/new`,
    errors: 0,
  })
  expect(await problem(id)).toBe(`moved here from ${site.url}/feed`)
  expect(await sources.find(other)).toMatchObject({ address: `${site.url}/other`, movedAt: null })
  sources.putForward(60 * minuteMs)
  site.requests.length = 0
  await sources.refresh(id)
  expect(site.paths()).toEqual(['/new'])
})

test('a feed that has moved to the address of another source rests, and says so', async () => {
  const id = await add()
  site.routes['/new'] = rss([])
  await add('/new')
  site.routes['/feed'] = { status: 308, headers: { Location: '/new' } }
  await sources.refresh(id)

  expect(await problem(id)).toBe(`moved to ${site.url}/new, which is a source already`)
  expect((await sources.find(id)).pausedAt).not.toBeNull()
})

test('a temporary redirect changes nothing', async () => {
  const id = await add()
  site.routes['/new'] = site.routes['/feed']!
  site.routes['/feed'] = { status: 302, headers: { Location: '/new' } }
  await sources.refresh(id)
  expect(await sources.find(id)).toMatchObject({ address: `${site.url}/feed`, movedAt: null, added: 1 })
})

test('a feed that is permanently gone is paused, and can be resumed', async () => {
  const id = await add()
  site.routes['/feed'] = { status: 410 }
  expect(await sources.refresh(id)).toMatchObject({ error: expect.stringContaining('410') })
  expect(await problem(id)).toContain('410')
  await expect(sources.refresh(id)).rejects.toThrow('Resume it first')

  site.routes['/feed'] = rss([])
  expect(await sources.resume(id)).toMatchObject({ pausedAt: null, errors: 0 })
  expect(await sources.refresh(id)).not.toHaveProperty('error')
})

test.each([
  [401, 'asks for a login (401)'],
  [403, 'refuses access (403)'],
])('a server that returns %i %s', async (status, words) => {
  const id = await add()
  site.routes['/feed'] = { status }
  await sources.refresh(id)
  expect(await problem(id)).toBe(words)
})

test('a feed that has become a page is an error with a message, and its articles stay', async () => {
  const id = await add()
  await sources.refresh(id)
  site.routes['/feed'] = '<!doctype html><title>Our new site</title>'
  sources.putForward(dayMs)
  await sources.refresh(id)
  expect(await problem(id)).toBe('is a page now, and was a feed')
  expect(await storedArticles(database)).toHaveLength(1)
})

test.each([
  ['is missing', { status: 404 }],
  ['is a page now', '<!doctype html><title>Our new site</title>'],
])('pages noted before are fetched although the listing %s, which waits as long', async (_, feed) => {
  const id = await add()
  const good = site.routes['/a']!
  site.routes['/a'] = { status: 500 }
  await sources.refresh(id)
  const { succeededAt } = await sources.find(id)
  await database.query('update sources set errors = 5')
  site.routes['/feed'] = feed
  sources.putForward(60 * minuteMs)
  expect(await sources.refresh(id)).toMatchObject({ added: 0, error: expect.any(String) })
  const { rows: before } = await database.query<{ listAt: Date }>(
    'select errors, error, list_at as "listAt" from sources',
  )
  expect(site.count('/a')).toBe(2)

  site.routes['/a'] = good
  sources.putForward(25 * minuteMs)
  await sources.start()
  await expect.poll(() => sources.lines).toHaveLength(3)
  await sources.close()
  expect(await storedArticles(database)).toHaveLength(1)
  expect(before).toMatchObject([{ errors: 6 }])
  expect(site.count('/feed')).toBe(2)
  const { rows: after } = await database.query('select errors, error, list_at as "listAt" from sources')
  expect(after).toEqual(before)
  expect(await sources.find(id)).toMatchObject({ dueAt: before[0]!.listAt, succeededAt, pending: 0 })
})

test('pages of a site that is down use up no tries, and those of others are fetched', async () => {
  const otherHost = site.host.replace('127.0.0.1', 'localhost')
  site.routes['/feed'] = rss(['/a', `http://${otherHost}/b`].map((link) => ({ title: `At ${link}`, link })))
  site.routes['/b'] = { status: 500 }
  const good = site.routes['/a']!
  site.routes['/a'] = { status: 500 }
  const id = await add()
  await sources.refresh(id)
  site.routes['/b'] = page('The other one', prose(2))
  site.routes['/feed'] = { status: 500 }
  site.requests.length = 0
  for (let day = 0; day < 8; day += 1) {
    sources.putForward(dayMs)
    await sources.refresh(id)
  }
  expect([site.count('/feed'), site.count('/a'), site.count('/b')]).toEqual([8, 0, 1])
  const { rows } = await database.query('select due_at = list_at as "isWithListing" from sources')
  expect(rows).toEqual([{ isWithListing: true }])

  site.routes['/feed'] = rss([])
  site.routes['/a'] = good
  sources.putForward(dayMs)
  expect(await sources.refresh(id)).toMatchObject({ added: 1 })
})

test('an entry without a page, which needs the listing, makes no source due while the listing fails', async () => {
  const id = await add()
  await database.query(
    `insert into source_items (source_id, item_key, title, fingerprint) values ($1, 't', 'Not saved in time', '')`,
    [id],
  )
  site.routes['/feed'] = { status: 404 }
  await sources.refresh(id)

  expect(await dueInMinutes(id)).toBeGreaterThan(8)
})

test('after each consecutive error the wait doubles, up to a day', async () => {
  const id = await add()
  site.routes['/feed'] = { status: 500 }
  const waits: number[] = []
  for (let errors = 1; errors <= 10; errors += 1) {
    await sources
      .resume(id)
      .then(() => database.query('update sources set errors = $2 where id = $1', [id, errors - 1]))
    await sources.refresh(id)
    waits.push(await dueInMinutes(id))
  }
  for (const [index, expected] of [10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440].entries())
    expect(Math.abs(waits[index]! / expected - 1)).toBeLessThan(0.12)
})

test('an error of our own is also counted at its source, and doubles the wait each time', async () => {
  const id = await add()
  const faulty = openTestSources(
    interruptDatabase(database, (text) => {
      if (text.includes('insert into source_items')) throw new Error('Nobody thought of this.')
    }),
  )
  const waits: number[] = []
  for (let errors = 1; errors <= 3; errors += 1) {
    expect(await faulty.refresh(id)).toMatchObject({ error: 'could not be refreshed' })
    expect(await sources.find(id)).toMatchObject({ errors, error: 'could not be refreshed' })
    waits.push(await dueInMinutes(id))
    await database.query(`update sources set not_before = '-infinity'`)
  }
  for (const [index, expected] of [10, 20, 40].entries())
    expect(Math.abs(waits[index]! / expected - 1)).toBeLessThan(0.12)
})

test('a source is refreshed although the maintenance after it fails, which is repeated after the next one', async () => {
  const id = await add()
  site.routes['/other'] = rss([])
  const other = await add('/other')
  let failures = 0
  let maintained = 0
  const faulty = openTestSources(
    interruptDatabase(database, (text, moment) => {
      if (!text.includes('gin_clean_pending_list')) return
      if (moment === 'after') maintained += 1
      else if ((failures += 1) === 1) throw new Error('Nobody thought of this.')
    }),
  )

  expect(await faulty.refresh(id)).toEqual({ added: 1, changed: 0, known: 0, refused: 0 })
  expect(faulty.lines).toMatchObject([
    {
      event: 'maintenance-failed',
      error: 'Error: Nobody thought of this.',
      at: expect.arrayContaining([expect.stringMatching(/^at .*source-problems\.test\.ts/)]),
    },
    { event: 'source-refreshed', source: id, added: 1 },
  ])
  await faulty.refresh(other)
  expect(maintained).toBe(1)
})

test('the log has the code of a database error, and not the text that its message quotes', async () => {
  await add()
  const faulty = openTestSources(
    interruptDatabase(database, async (text) => {
      if (/insert into source_items|for update skip locked/.test(text))
        await database.query(`select 'What an editor wrote'::int`)
    }),
  )
  await faulty.refresh(1)
  await faulty.start()
  await expect.poll(() => faulty.lines.map(({ event }) => event)).toContain('schedule-failed')

  const reported = { error: 'ERROR 22P02', at: expect.any(Array) }
  expect(faulty.lines).toContainEqual({ event: 'source-failed', source: 1, ...reported })
  expect(faulty.lines).toContainEqual({ event: 'schedule-failed', ...reported })
  expect(JSON.stringify(faulty.lines)).not.toContain('editor')
})

test('a search is never due, whatever fails in it', async () => {
  site.routes['/search'] = rss([])
  const id = await add('/search?q={keywords}')
  const faulty = openTestSources(
    interruptDatabase(database, (text) => {
      if (text.includes('insert into source_documents') || text.includes('from source_items where'))
        throw new Error('Nobody thought of this.')
    }),
  )
  await faulty.collect({ keywords: ['water'], category: '' }, AbortSignal.timeout(60_000))
  const { rows } = await database.query<{ year: number }>(
    'select extract(year from list_at)::int as year from sources where id = $1',
    [id],
  )

  expect(rows).toEqual([{ year: 9999 }])
  expect(await sources.find(id)).toMatchObject({ errors: 1 })
})

test('Retry-After is obeyed, even in a manual refresh', async () => {
  const id = await add()
  site.routes['/feed'] = { status: 503, headers: { 'Retry-After': '7200' } }
  await sources.refresh(id)
  expect(await dueInMinutes(id)).toBeGreaterThan(115)

  await sources.collect({ keywords: [], category: '' }, AbortSignal.timeout(60_000))
  expect(await sources.refresh(id)).toMatchObject({ isPostponed: true })
  expect(site.count('/feed')).toBe(1)
})

test('a listing is not fetched again while Cache-Control says that it is fresh', async () => {
  const id = await add()
  site.routes['/feed'] = { ...rss([]), headers: { 'Cache-Control': 'max-age=10800' } }
  await sources.refresh(id)
  expect(await dueInMinutes(id)).toBeGreaterThan(175)
  sources.putForward(60 * minuteMs)
  await sources.refresh(id)
  expect(site.count('/feed')).toBe(1)
})

test('a page with a temporary error is retried later, five times, and then no more', async () => {
  const id = await add()
  site.routes['/a'] = { status: 500 }
  for (let day = 0; day < 8; day += 1) {
    await sources.refresh(id)
    sources.putForward(dayMs)
  }
  expect(site.count('/a')).toBe(5)
  expect(await sources.find(id)).toMatchObject({ refused: 1, pending: 0 })
  expect(await storedArticles(database)).toEqual([])
})

test.each([
  ['is available again', 502, undefined],
  ['a feed lists before the site has it', 404, new Date()],
])('a page that %s becomes an ordinary article', async (_, status, date) => {
  if (date) site.routes['/feed'] = rss([{ title: 'First of all', link: '/a', date: date.toUTCString() }])
  const id = await add()
  const good = site.routes['/a']!
  site.routes['/a'] = { status }
  expect(await sources.refresh(id)).toMatchObject({ added: 0, refused: 0 })
  site.routes['/a'] = good
  sources.putForward(60 * minuteMs)
  expect(await sources.refresh(id)).toMatchObject({ added: 1 })
})

const damaged = { headers: { 'Content-Encoding': 'gzip' }, body: 'no' }
const forbidding = { type: 'text/plain', body: 'User-agent: *\nDisallow: /a' }

test.each([
  ['its robots.txt is damaged', '/robots.txt', damaged],
  ['its robots.txt leads nowhere', '/robots.txt', { status: 302 }],
  ['its robots.txt forbids it', '/robots.txt', forbidding],
  ['it asks for a login', '/a', { status: 401 }],
  ['access is refused', '/a', { status: 403 }],
])('a page is not given up after a single time when %s', async (_, path, refusal) => {
  const otherHost = site.host.replace('127.0.0.1', 'localhost')
  site.routes['/feed'] = rss([{ title: 'First of all', link: `http://${otherHost}/a` }])
  const id = await add()
  const good = path === '/a' ? page('First of all', prose(1)) : { status: 404 }
  site.routes[path] = ({ host }) => (host === otherHost ? refusal : good)
  await sources.refresh(id)
  expect(await sources.find(id)).toMatchObject({ refused: 0, pending: 1 })

  site.routes[path] = good
  await database.query('truncate robots')
  // Its fetcher has not read any robots.txt yet.
  const afterADay = openTestSources(database)
  afterADay.putForward(dayMs)
  expect(await afterADay.refresh(id)).toMatchObject({ added: 1 })
})

test.each([
  ['has a broken robots.txt', '/robots.txt', { status: 500 }],
  ['limits our requests', '/elsewhere', { status: 429, headers: { 'Retry-After': '3600' } }],
])('a page that leads to a site that %s does not stop the others', async (_, path, response) => {
  const otherHost = site.host.replace('127.0.0.1', 'localhost')
  const links = ['/1', '/2', '/a']
  site.routes['/feed'] = rss(
    links.map((link, n) => ({ title: `Story ${link}`, link, date: `0${9 - n} May 2024 10:00:00 GMT` })),
  )
  for (const link of ['/1', '/2'])
    site.routes[link] = { status: 302, headers: { Location: `http://${otherHost}/elsewhere` } }
  site.routes[path] = ({ host }) => (host === otherHost ? response : { status: 404 })
  const id = await add()

  expect(await sources.refresh(id)).toMatchObject({ added: 1, refused: 0 })
  expect(site.paths()).toEqual(expect.arrayContaining(links))
  expect(await sources.find(id)).toMatchObject({ pending: 2 })
  expect(await dueInMinutes(id)).toBeGreaterThan(9)
})

test('a page that was given up as forbidden is retried for a newly added source', async () => {
  const good = site.routes['/a']!
  site.routes['/a'] = { status: 403 }
  const id = await add()
  for (let day = 0; day < 8; day += 1) {
    await sources.refresh(id)
    sources.putForward(dayMs)
  }
  expect(site.count('/a')).toBe(5)
  expect(await sources.find(id)).toMatchObject({ refused: 1, pending: 0 })

  await sources.remove(id)
  site.routes['/a'] = good
  expect(await sources.refresh(await add())).toMatchObject({ added: 1 })
})

test('a feed of 50 MB is rejected with a message, and so is an unreadable one', async () => {
  const id = await add()
  site.routes['/feed'] = { type: 'application/rss+xml', body: Buffer.alloc(50 * 2 ** 20, '<item>') }
  await sources.refresh(id)
  expect(await problem(id)).toMatch(/larger than 32 MiB/)
  await sources.resume(id)
  site.routes['/feed'] = {
    type: 'application/rss+xml',
    body: `<rss version="2.0"><channel>${'<item>'.repeat(100_000)}`,
  }
  await sources.refresh(id)
  expect(await problem(id)).toMatch(/^is not a well-formed feed/)
})
