import { expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import type { TestSite } from '../testing/test-site.ts'
import { prose, rss, sitemap } from '../testing/test-site.ts'
import type { SourcesTest, TestSources } from '../testing/test-sources.ts'
import { openSourcesForEachTest } from '../testing/test-sources.ts'

let database: Database
let site: TestSite
let sources: TestSources
let add: SourcesTest['add']

openSourcesForEachTest((opened) => ({ database, site, sources, add } = opened))

const minuteMs = 60_000
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`)

/** An index that returns 304 until it names others. */
function serveIndex(path: string, children: readonly string[]): void {
  const body = `<sitemapindex>${children.map((name) => `<sitemap><loc>${new URL(name, site.url).href}</loc></sitemap>`).join('')}</sitemapindex>`
  const ETag = `"${children.join()}"`
  site.routes[path] = ({ 'if-none-match': known }) =>
    known === ETag ? { status: 304 } : { type: 'application/xml', headers: { ETag }, body }
  for (const name of children) site.routes[`/${name}`] ??= sitemap([])
}

function addIndex(children: readonly string[]): Promise<number> {
  serveIndex('/index', children)
  return add('/index')
}

/** @returns what was requested besides the index */
async function refresh(id: number, afterMinutes = 1): Promise<string[]> {
  sources.putForward(afterMinutes * minuteMs)
  site.requests.length = 0
  expect(await sources.refresh(id)).not.toHaveProperty('error')
  const [index, ...others] = site.paths().map((path) => path.slice(1))
  expect(index).toBe('index')
  return others
}

/** Refreshes once a minute while sitemaps are left. */
async function readAll(id: number): Promise<string[]> {
  const asked: string[] = []
  let last: string[]
  do asked.push(...(last = await refresh(id)))
  while (last.length > 0)
  return asked
}

test('of an unchanged index, the newest sitemaps are fetched each time, and the others in turn', async () => {
  const children = names('s', 40)
  const id = await addIndex(children)
  expect((await readAll(id)).toSorted()).toEqual(children.toSorted())

  const turns = [await refresh(id, 120), await refresh(id, 120), await refresh(id, 120)]
  // Without dates, the newest may be first or last.
  for (const asked of turns) expect(asked.slice(0, 3)).toEqual(['s0', 's39', 's1'])
  expect(turns.flatMap((asked) => asked.slice(3))).toEqual([
    's38',
    's2',
    's37',
    's3',
    's36',
    's4',
    's35',
    's5',
    's34',
  ])
})

test('failing sitemaps do not delay the others, and are not retried at once', async () => {
  const dead = names('dead', 12)
  const children = ['s0', 's1', 's2', ...dead, 'late']
  for (const name of dead) site.routes[`/${name}`] = { status: 404 }
  const id = await addIndex(children)
  expect((await readAll(id)).toSorted()).toEqual(children.toSorted())

  expect(await sources.find(id)).toMatchObject({ errors: 0 })
  const { dueAt } = await sources.find(id)
  expect(dueAt.getTime() - Date.now()).toBeGreaterThan(5 * minuteMs)
})

test('while another host has said to wait, its sitemaps do not cause the index to be fetched all the time', async () => {
  const elsewhere = site.url.replace('127.0.0.1', 'localhost')
  const children = names('s', 30)
  for (const name of children) site.routes[`/${name}`] = { status: 503, headers: { 'Retry-After': '86400' } }
  const id = await addIndex([...children.map((name) => `${elsewhere}/${name}`), 'near'])

  expect(await refresh(id)).toEqual(['s0', 'near'])
  const { dueAt } = await sources.find(id)
  expect(dueAt.getTime() - Date.now()).toBeGreaterThan(5 * minuteMs)
})

test.each([
  ['are missing', { status: 404 }, 'is not there (404)'],
  ['are gone', { status: 410 }, 'is gone for good (410)'],
  ['are pages now', '<!doctype html><title>Our new site</title>', 'is a page now, and was a sitemap'],
])('an index all of whose sitemaps %s is in trouble until one can be read', async (_, response, words) => {
  site.routes['/s0'] = site.routes['/s1'] = response
  const id = await addIndex(['s0', 's1'])
  const error = `names sitemaps that can't be read: the first ${words}`
  expect(await sources.refresh(id)).toMatchObject({ error })
  expect(await sources.find(id)).toMatchObject({ errors: 1, error, pausedAt: null, succeededAt: null })
  sources.putForward(15 * minuteMs)
  expect(await sources.refresh(id)).toMatchObject({ error })

  site.routes['/s1'] = sitemap([])
  await refresh(id, 30)
  expect(await sources.find(id)).toMatchObject({ errors: 0, error: '' })
})

test('an index of indexes is in trouble, too, if no sitemap can be read', async () => {
  site.routes['/s0'] = { status: 404 }
  serveIndex('/nested', ['s0'])
  const id = await addIndex(['nested'])

  expect(await sources.refresh(id)).toMatchObject({ error: expect.stringContaining('404') })
  sources.putForward(15 * minuteMs)
  expect(await sources.refresh(id)).toMatchObject({ error: expect.stringContaining('404') })
})

test('an index is in trouble only when all of its many sitemaps have failed, and recovers with any of them', async () => {
  const children = names('s', 30)
  for (const name of children) site.routes[`/${name}`] = { status: 404 }
  const id = await addIndex(children)
  expect((await readAll(id)).toSorted()).toEqual(children.toSorted())
  sources.putForward(120 * minuteMs)
  expect(await sources.refresh(id)).toMatchObject({ error: expect.stringContaining('404') })

  site.routes['/s20'] = sitemap([])
  for (let day = 1; (await sources.find(id)).errors > 0 && day < 10; day += 1) {
    sources.putForward(24 * 60 * minuteMs)
    await sources.refresh(id)
  }
  expect(await sources.find(id)).toMatchObject({ errors: 0, error: '' })
})

test('an index whose sitemaps have to wait is not in trouble', async () => {
  const elsewhere = site.url.replace('127.0.0.1', 'localhost')
  const children = names('s', 3)
  for (const name of children) site.routes[`/${name}`] = { status: 503, headers: { 'Retry-After': '86400' } }
  const id = await addIndex(children.map((name) => `${elsewhere}/${name}`))

  expect(await refresh(id)).toEqual(['s0'])
})

test('sitemaps that are no longer listed are not fetched any more', async () => {
  const id = await addIndex(names('old', 9))
  await readAll(id)
  serveIndex('/index', ['today', 'news'])

  expect(await refresh(id, 120)).toEqual(['today', 'news'])
  expect(await refresh(id, 120)).toEqual(['today', 'news'])
})

test('of sitemaps that name each other, ten thousand names are kept in all', async () => {
  const children = names('s', 4_000)
  for (const name of children.slice(0, 10)) serveIndex(`/${name}`, children)
  const id = await addIndex(children)
  await refresh(id)

  const { rows } = await database.query<{ kept: number }>(
    'select sum(jsonb_array_length(sitemaps))::int as kept from source_documents',
  )
  expect(rows[0]!.kept).toBeLessThanOrEqual(10_000)
})

test('a nested index is read to its end, even if it lists itself', async () => {
  const children = names('s', 30)
  serveIndex('/nested', [...children, 'index', 'nested'])
  const id = await addIndex(['nested', 'last'])

  expect((await readAll(id)).toSorted()).toEqual([...children, 'nested', 'last'].toSorted())
  expect(await refresh(id, 120)).toEqual(expect.arrayContaining(['nested', 's0', 's1', 's2']))
})

test('a feed that was cut off is asked for again, although its server calls it unchanged', async () => {
  const entry = (title: string, seed: number) => ({ title, html: `<p>${prose(seed).join('</p><p>')}</p>` })
  const whole = rss([entry('One', 1), entry('Two', 2)])
  const body = String(whole.body)
  let length = body.indexOf('<title>Two')
  site.routes['/feed'] = ({ 'if-none-match': etag }) =>
    etag === undefined ? { ...whole, headers: { ETag: '"1"' }, body: body.slice(0, length) } : { status: 304 }
  const id = await add()
  expect(await sources.refresh(id)).toMatchObject({ added: 1 })
  length = Infinity
  sources.putForward(60 * minuteMs)
  expect(await sources.refresh(id)).toMatchObject({ added: 1 })
  sources.putForward(60 * minuteMs)
  await sources.refresh(id)

  const asked = site.requests.filter(({ path }) => path === '/feed')
  expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined, '"1"'])
})
