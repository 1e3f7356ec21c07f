import { expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import type { TestSite } from '../testing/test-site.ts'
import { page, prose, rss } from '../testing/test-site.ts'
import type { SourcesTest, TestSources } from '../testing/test-sources.ts'
import { openSourcesForEachTest, storedArticles } from '../testing/test-sources.ts'
import { noteItems } from './item-store.ts'
import type { Listing } from './listings/listing.ts'

let database: Database
let site: TestSite
let sources: TestSources
let add: SourcesTest['add']

openSourcesForEachTest((opened) => ({ database, site, sources, add } = opened))

function addEmptyFeed(): Promise<number> {
  site.routes['/feed'] = rss([])
  return add()
}

test('10,000 entries are all recorded, and collected in turn', async () => {
  const id = await addEmptyFeed()
  site.routes['/feed'] = rss(
    Array.from({ length: 10_000 }, (_, n) => ({
      title: `Number ${n}`,
      guid: `n-${n}`,
      html: `<p>${`Text number ${n}. `.repeat(4)}</p>`,
    })),
  )
  await sources.refresh(id)
  // All are notes: nothing is fetched, and nothing stays pending.
  expect(await sources.find(id)).toMatchObject({ refused: 10_000, pending: 0 })
})

test('new pages are recorded however many others were postponed', async () => {
  const id = await addEmptyFeed()
  site.routes['/feed'] = rss([{ title: 'First of all', link: '/a' }])
  site.routes['/a'] = page('First of all', prose(1))
  // Those that were never tried wait, as for a host that is busy, or since another source has just fetched them.
  await database.query(
    `insert into source_items (source_id, item_key, address, title, fingerprint, tries, retry_at)
    select $1, 'n-' || n, $2 || n, '', '', n % 2, now() + interval '1 day' from generate_series(1, 20000) as n`,
    [id, `${site.url}/forbidden/`],
  )
  await sources.refresh(id)

  expect(await sources.find(id)).toMatchObject({ added: 1, pending: 20_000 })
})

const listing = (urls: readonly string[], updatedAt?: Date): Listing => ({
  kind: 'sitemap',
  title: '',
  sitemaps: [],
  items: urls.map((url) => ({ url, title: '', text: '', updatedAt })),
})

test('a new page is recorded although thousands of others are said to have changed', async () => {
  const id = await addEmptyFeed()
  const source = { id, address: `${site.url}/sitemap.xml` }
  const known = Array.from({ length: 10_000 }, (_, n) => `${site.url}/known/${n}`)
  await noteItems(database, source, listing(known), new Date())
  await database.query(
    `update source_items set state = 'refused', reason = 'has too little text' where source_id = $1`,
    [id],
  )

  const noted = await noteItems(
    database,
    source,
    listing([...known, `${site.url}/new`], new Date()),
    new Date(),
  )
  expect(noted).toEqual({ added: 1, isComplete: true })
})

test('new pages are recorded after thousands that are known, although there is room for few', async () => {
  const known = Array.from({ length: 1_000 }, (_, n) => `${site.url}/known/${n}`)
  const id = await addEmptyFeed()
  const source = { id, address: `${site.url}/feed` }
  await noteItems(database, source, listing(known), new Date())
  await database.query(`update source_items set state = 'kept'`)
  await database.query(
    `insert into source_items (source_id, item_key, address, title, fingerprint)
    select $1, 'n-' || n, $2 || n, '', '' from generate_series(1, 9997) as n`,
    [id, `${site.url}/waiting/`],
  )
  const fresh = [1, 2, 3, 4].map((n) => `${site.url}/new/${n}`)

  expect(await noteItems(database, source, listing([...known, ...fresh]), new Date())).toMatchObject({
    added: 3,
  })
})

test('a feed with new GUIDs at every fetch lists nothing new, unless an entry has changed', async () => {
  const id = await addEmptyFeed()
  const list = (fetch: number, titleOfFirst: string, dateOfFirst?: string) => {
    site.routes['/feed'] = rss([
      {
        title: titleOfFirst,
        link: '/story/1',
        guid: `${fetch}-1`,
        ...(dateOfFirst && { date: dateOfFirst }),
      },
      { title: 'Story 2', link: '/story/2', guid: `${fetch}-2` },
      { title: 'Without a page', guid: `${fetch}-3`, html: prose(3).join('<p>') },
    ])
  }
  for (const n of [1, 2]) site.routes[`/story/${n}`] = page(`Story ${n}`, prose(n))
  const items = async () => {
    const { rows } = await database.query<{ count: number }>('select count(*) from source_items')
    return rows[0]!.count
  }
  const intervalMs = async () => {
    const { rows } = await database.query<{ ms: number }>('select interval_ms as ms from sources')
    return rows[0]!.ms
  }
  list(1, 'Story 1')
  expect(await sources.refresh(id)).toMatchObject({ added: 3 })
  const interval = await intervalMs()
  sources.putForward(dayMs)
  list(2, 'Story 1')

  expect(await sources.refresh(id)).toMatchObject({ added: 0, known: 0 })
  expect(await items()).toBe(3)
  expect(await intervalMs()).toBeGreaterThan(interval)
  list(3, 'Story 1, corrected')
  await sources.refresh(id)
  expect(await items()).toBe(4)
  list(4, 'Story 1, corrected', new Date(Date.now() + dayMs - 60_000).toUTCString())
  site.routes['/story/1'] = page('Story 1, corrected', prose(4))
  expect(await sources.refresh(id)).toMatchObject({ changed: 1 })
})

const dayMs = 24 * 3_600_000

test('an entry with another GUID and text at every fetch is one article, with a version for each text', async () => {
  const id = await addEmptyFeed()
  const html = (seed: number) => prose(seed).join('<p>')
  for (const fetch of [1, 2, 3]) {
    site.routes['/feed'] = rss([
      { title: 'With a page', guid: `a-${fetch}`, link: '/a', html: html(10 + fetch) },
      { title: 'Without a page', guid: `b-${fetch}`, html: html(20 + fetch) },
      // Another date: another article.
      { title: 'Without a page', guid: `c-${fetch}`, date: 'Tue, 07 May 2024 10:00:00 GMT', html: html(30) },
      { title: 'Without a GUID', html: html(40 + fetch) },
    ])
    await sources.refresh(id)
    sources.putForward(dayMs)
  }

  const { rows } = await database.query('select from source_items')
  expect(rows).toHaveLength(4)
  const articles = await storedArticles(database)
  expect(articles.map(({ title, versions }) => `${title}: ${versions}`).toSorted()).toEqual([
    'With a page: 3',
    'Without a GUID: 3',
    'Without a page: 1',
    'Without a page: 3',
  ])
})

test('entries that share a title and an address are not taken for each other', async () => {
  const id = await addEmptyFeed()
  for (const seed of [1, 3]) {
    site.routes['/feed'] = rss(
      [seed, seed + 1].map((n) => ({
        title: 'Live',
        guid: `${n}`,
        link: '/live',
        html: prose(n).join('<p>'),
      })),
    )
    await sources.refresh(id)
    sources.putForward(dayMs)
  }

  expect(await storedArticles(database)).toMatchObject([{ title: 'Live', versions: 1 }])
})

test('pages of a host that rests keep none of other hosts from being fetched, however many they are', async () => {
  const resting = `http://${site.host.replace('127.0.0.1', 'localhost')}`
  const id = await addEmptyFeed()
  site.routes['/feed'] = rss([
    ...Array.from({ length: 205 }, (_, n) => ({ title: `Newer ${n}`, link: `${resting}/newer/${n}` })),
    { title: 'An older one', link: '/older', date: 'Sun, 05 May 2024 10:00:00 GMT' },
  ])
  site.routes['/older'] = page('An older one', prose(1))
  for (let n = 0; n < 205; n += 1)
    site.routes[`/newer/${n}`] = { status: 429, headers: { 'Retry-After': '86400' } }

  expect(await sources.refresh(id)).toMatchObject({ added: 1 })
  expect(site.paths()).toHaveLength(3)
  expect(await sources.find(id)).toMatchObject({ pending: 205 })
})

test('pages that are left are due soon, although another host of the source rests', async () => {
  const resting = `http://${site.host.replace('127.0.0.1', 'localhost')}`
  const id = await addEmptyFeed()
  site.routes['/feed'] = rss([
    { title: 'Limited', link: `${resting}/limited`, date: 'Tue, 07 May 2024 10:00:00 GMT' },
    ...Array.from({ length: 202 }, (_, n) => ({ title: `Missing ${n}`, link: `/missing/${n}` })),
  ])
  site.routes['/limited'] = { status: 429, headers: { 'Retry-After': '86400' } }
  await sources.refresh(id)

  const { pending, dueAt } = await sources.find(id)
  expect(pending).toBe(4)
  expect(dueAt.getTime() - Date.now()).toBeLessThan(60_000)
})

test('a page that fails, after which the others of its host wait, is tried again after the others', async () => {
  const id = await addEmptyFeed()
  const day = (n: number) => `Tue, 0${n} May 2024 10:00:00 GMT`
  site.routes['/feed'] = rss([
    { title: 'Broken', link: '/broken', date: day(7) },
    { title: 'Fine', link: '/fine', date: day(6) },
  ])
  // Not before the response begins: its connection would be taken for one that was idle for too long.
  site.routes['/broken'] = (_, response) => void response.write('half', () => response.destroy())
  site.routes['/fine'] = page('Fine', prose(1))
  expect(await sources.refresh(id)).toMatchObject({ added: 0 })

  sources.putForward(11 * 60_000)
  expect(await sources.refresh(id)).toMatchObject({ added: 1 })
  expect(site.paths().filter((path) => path !== '/feed' && path !== '/robots.txt')).toEqual([
    '/broken',
    '/fine',
    '/broken',
  ])
})
