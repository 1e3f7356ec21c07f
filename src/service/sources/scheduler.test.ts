import { expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import type { SourcesOptions } from './sources.ts'
import { interruptDatabase } from '../testing/faulty-database.ts'
import type { TestSite } from '../testing/test-site.ts'
import { page, prose, rss } from '../testing/test-site.ts'
import type { TestSources } from '../testing/test-sources.ts'
import { openSourcesForEachTest, openTestSources, storedArticles } from '../testing/test-sources.ts'

let database: Database
let site: TestSite
let sources: TestSources

openSourcesForEachTest((opened) => ({ database, site, sources } = opened))

const hourMs = 3_600_000

/** Adds sources as if long ago. The schedule sees a host for each, but all are served by this one. */
async function putFeeds(count: number): Promise<void> {
  await sources.importOpml(
    Buffer.from(
      `<opml><body>${Array.from({ length: count }, (_, n) => `<outline text="${n}" xmlUrl="${site.url}/feed/${n}"/>`).join('')}</body></opml>`,
    ),
  )
  await database.query(`update sources set site = address`)
  for (let n = 0; n < count; n += 1) site.routes[`/feed/${n}`] = rss([])
}

async function restart(schedule: SourcesOptions['schedule']): Promise<TestSources> {
  await sources.close()
  sources = openTestSources(database, { schedule })
  sources.putForward(48 * hourMs)
  await sources.start()
  return sources
}

test('due sources are refreshed automatically, and again when they are due again', async () => {
  site.routes['/feed'] = rss([{ title: 'By itself', link: '/a' }])
  site.routes['/a'] = page('By itself', prose(1))
  const { source } = await sources.add(`${site.url}/feed`, 'News')
  await sources.start()
  await expect.poll(() => storedArticles(database)).toHaveLength(1)
  await expect.poll(async () => (await sources.find(source.id)).succeededAt).not.toBeNull()

  const before = site.count('/feed')
  sources.putForward(2 * hourMs)
  await expect.poll(() => site.count('/feed')).toBe(before + 1)
})

test('sources that became due while nothing ran are refreshed one by one, none twice', async () => {
  await putFeeds(20)
  const { lines } = await restart({ everyMs: hourMs })
  await expect.poll(() => lines.filter(({ event }) => event === 'source-refreshed').length).toBe(1)
  expect(site.paths()).toHaveLength(1)

  await restart({ everyMs: 1 })
  await expect.poll(() => site.paths().length).toBe(20)
  expect(new Set(site.paths()).size).toBe(20)
})

test('a refresh interrupted by an outage of the database is repeated a minute later', async () => {
  site.routes['/feed'] = rss([{ title: 'After all', link: '/a' }])
  site.routes['/a'] = page('After all', prose(1))
  await sources.add(`${site.url}/feed`, 'News')
  let failures = 0
  const faulty = openTestSources(
    interruptDatabase(database, (text) => {
      if (text.includes('insert into source_items') && (failures += 1) === 1)
        throw Object.assign(new Error('terminating connection'), { code: '57P01' })
    }),
  )
  await faulty.start()
  await expect
    .poll(async () => (await database.query('select from sources where due_at > now()')).rowCount)
    .toBe(1)
  faulty.putForward(2 * 60_000)
  await expect.poll(() => storedArticles(database)).toHaveLength(1)
})

test('a slow host does not delay others', async () => {
  await putFeeds(4)
  // Never responds.
  site.routes['/feed/0'] = () => undefined
  site.routes['/feed/1'] = () => undefined
  await database.query(
    `update sources set address = replace(address, '127.0.0.1', 'localhost') where address ~ '/[01]$'`,
  )
  await sources.start()
  await expect.poll(() => site.count('/feed/2') + site.count('/feed/3')).toBe(2)
})

test('sources that were refreshed while the clock was wrong are not left until that date', async () => {
  await putFeeds(1)
  sources.putForward(365 * 24 * hourMs)
  await sources.refresh(1)
  await sources.close()
  sources = openTestSources(database)

  await sources.refresh(1)
  expect(site.count('/feed/0')).toBe(2)
  await database.query(
    `update sources set due_at = now() + interval '1 year', list_at = now() + interval '1 year'`,
  )
  await sources.start()
  await expect.poll(() => site.count('/feed/0')).toBe(3)
  await expect.poll(async () => (await sources.find(1)).dueAt < new Date(Date.now() + 24 * hourMs)).toBe(true)
})

test('pages that were fetched, or could not be, while the clock was wrong are not left until that date', async () => {
  await putFeeds(1)
  const list = (...titles: string[]) =>
    (site.routes['/feed/0'] = rss(titles.map((title, n) => ({ title, link: `${site.url}/${n}` }))))
  list('Fails', 'Comes', 'Grows')
  site.routes['/0'] = { status: 500 }
  site.routes['/1'] = page('Comes', prose(1))
  site.routes['/2'] = page('Grows', ['More to come.'])
  sources.putForward(365 * 24 * hourMs)
  expect(await sources.refresh(1)).toMatchObject({ added: 1, refused: 1 })
  await sources.close()
  sources = openTestSources(database)

  list('Fails', 'Comes, corrected', 'Grows')
  site.routes['/0'] = page('Fails', prose(2))
  site.routes['/1'] = page('Comes, corrected', [...prose(1), 'It was Tuesday.'])
  site.routes['/2'] = page('Grows', prose(3))
  expect(await sources.refresh(1)).toMatchObject({ added: 1, changed: 1 })
  site.routes['/other'] = rss([{ title: 'Grows', link: `${site.url}/2` }])
  const { source } = await sources.add(`${site.url}/other`, 'News')
  expect(await sources.refresh(source.id)).toMatchObject({ added: 1 })
})

test('a stop releases what was taken, and the next process resumes at once', async () => {
  site.routes['/feed'] = rss([{ title: 'Begun and stopped', link: '/a' }])
  await sources.add(`${site.url}/feed`, 'News')
  site.routes['/a'] = () => undefined
  await sources.start()
  await expect.poll(() => site.count('/a')).toBe(1)
  // Does not wait for the response, which never comes.
  await sources.close()
  expect((await database.query('select from sources where lease_token is not null')).rowCount).toBe(0)

  site.routes['/a'] = page('Begun and stopped', prose(2))
  sources = openTestSources(database)
  await sources.start()
  await expect.poll(() => storedArticles(database)).toHaveLength(1)
  // The listing read before the stop is not fetched again.
  expect(site.count('/feed')).toBe(2)
})

test('a source that is paused while it is read is left at once, and resumed where it was', async () => {
  const links = ['/1', '/2', '/3']
  site.routes['/feed'] = rss(links.map((link) => ({ title: `Story ${link}`, link })))
  const { source } = await sources.add(`${site.url}/feed`, 'News')
  let pause = () => sources.pause(source.id)
  for (const [index, link] of links.entries())
    site.routes[link] = (_, response) => {
      void pause().then(() =>
        response
          .writeHead(200, { 'Content-Type': 'text/html' })
          .end(page(`Story ${link}`, prose(index + 10))),
      )
      return undefined
    }
  await sources.refresh(source.id)
  expect(links.reduce((sum, link) => sum + site.count(link), 0)).toBe(1)
  expect(await storedArticles(database)).toEqual([])

  pause = () => sources.find(source.id)
  await sources.resume(source.id)
  expect(await sources.refresh(source.id)).toMatchObject({ added: 3 })
})

test('a stop while a source is being taken releases it too', async () => {
  await putFeeds(1)
  await sources.start()
  await sources.close()
  expect((await database.query('select from sources where lease_token is not null')).rowCount).toBe(0)
})

test('what a dead process had taken is free at once if no other process can be running', async () => {
  await putFeeds(1)
  await database.query(
    `update sources set lease_token = gen_random_uuid(), lease_until = now() + interval '1 hour'`,
  )
  await sources.start()
  await expect.poll(() => site.count('/feed/0')).toBe(1)
})

test('intervals follow the yield of a source, between ten minutes and a week', async () => {
  let entries = 0
  site.routes['/feed'] = () =>
    rss(Array.from({ length: entries }, (_, n) => ({ title: `${n}`, guid: `n-${n}`, html: 'A note.' })))
  const { source } = await sources.add(`${site.url}/feed`, 'News')
  const intervals: number[] = []
  for (let round = 0; round < 24; round += 1) {
    if (round < 6) entries += 5
    await sources.refresh(source.id)
    const { rows } = await database.query<{ ms: number }>('select interval_ms as ms from sources')
    intervals.push(rows[0]!.ms)
    sources.putForward(8 * 24 * hourMs)
  }
  expect(Math.min(...intervals.slice(0, 6))).toBe(10 * 60_000)
  expect(intervals.at(-1)).toBe(7 * 24 * hourMs)
})
