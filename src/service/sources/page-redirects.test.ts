import { expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import type { TestSite } from '../testing/test-site.ts'
import { page, prose, rss, startSite } from '../testing/test-site.ts'
import type { TestSources } from '../testing/test-sources.ts'
import { openSourcesForEachTest, storedArticles } from '../testing/test-sources.ts'

let database: Database
let site: TestSite
let sources: TestSources

openSourcesForEachTest((opened) => ({ database, site, sources } = opened))

const hourMs = 60 * 60_000
const article = page('The ferry sails again', prose(1))

const leadingTo = (content: string, body = 'Redirecting…', head = ''): string =>
  `<!doctype html><html><head><title>Moved</title>${head}<meta http-equiv="refresh" content="${content}"></head><body><p>${body}</p></body></html>`

/** Adds a feed that lists `/old`, and collects it. */
async function collectOld(old: string): Promise<number> {
  site.routes['/feed'] = rss([{ title: 'The ferry sails again', link: '/old' }])
  site.routes['/old'] = old
  site.routes['/new'] ??= article
  const { source } = await sources.add(`${site.url}/feed`, '')
  site.requests.length = 0
  await sources.refresh(source.id)
  return source.id
}

const refusals = async (): Promise<string[]> => {
  const { rows } = await database.query<{ refused: string }>(
    'select refused from article_addresses where refused is not null',
  )
  return rows.map(({ refused }) => refused)
}

test.each([
  ['0; url=/new'],
  ["0;URL='/new'"],
  ['3, /new'],
  ['0.5 url = /new#top'],
  ['5;url=&quot;/new&quot;'],
])('a page that only leads on by "%s" is followed', async (content) => {
  await collectOld(leadingTo(content))

  expect(await storedArticles(database)).toMatchObject([{ text: prose(1).join('\n\n') }])
  expect(site.paths()).toEqual(['/feed', '/old', '/new'])
})

test('an address is relative to the base that the page names', async () => {
  site.routes['/news/new'] = article
  await collectOld(leadingTo('0; url=new', 'Redirecting…', '<base href="/news/">'))

  expect(site.paths()).toEqual(['/feed', '/old', '/news/new'])
  expect(await storedArticles(database)).toHaveLength(1)
})

test('the article is known by both addresses', async () => {
  const id = await collectOld(leadingTo('0; url=/new'))
  site.routes['/feed'] = rss([{ title: 'The ferry sails again, at last', link: '/new' }])
  sources.putForward(hourMs)
  await sources.refresh(id)

  expect(await storedArticles(database)).toHaveLength(1)
  expect(site.count('/new')).toBe(1)
})

test.each([
  ['after a longer time', leadingTo('30; url=/new')],
  ['to itself', leadingTo('0; url=/old#again')],
  ['by a script', leadingTo('0; url=javascript:location=/new/')],
  ['in a script’s absence', `<noscript>${leadingTo('0; url=/new')}</noscript>`],
  ['nowhere', leadingTo('0')],
])('a page without an article that leads on %s is refused', async (_, old) => {
  await collectOld(old)

  expect(await refusals()).toEqual(['has too little text'])
  expect(site.paths()).toEqual(['/feed', '/old'])
})

test('a page that has an article is read, wherever it leads', async () => {
  const own = prose(2)
  await collectOld(
    leadingTo('0; url=/new', own.join('</p><p>'), '<meta property="og:type" content="article">'),
  )

  expect(await storedArticles(database)).toMatchObject([{ text: own.join('\n\n') }])
  expect(site.paths()).toEqual(['/feed', '/old'])
})

test('redirects of pages and of the server are counted together', async () => {
  for (let step = 1; step < 9; step += 1)
    site.routes[`/${step}`] =
      step % 2 === 0
        ? leadingTo(`0; url=/${step + 1}`)
        : { status: 302, headers: { location: `/${step + 1}` } }
  await collectOld(leadingTo('0; url=/1'))

  expect(await refusals()).toEqual(['leads from one redirect to the next'])
  expect(site.paths()).toEqual(['/feed', '/old', '/1', '/2', '/3', '/4', '/5'])
})

test('where a page leads, the robots.txt of that site is obeyed', async () => {
  const other = await startSite({ '/robots.txt': 'User-agent: *\nDisallow: /new', '/new': article })
  await collectOld(leadingTo(`0; url=${other.url}/new`))
  await other.close()

  expect(other.requests.map(({ path }) => path)).toEqual(['/robots.txt'])
  expect(await storedArticles(database)).toEqual([])
})

test.each(['http://10.0.0.1/new', 'http://[::ffff:10.0.0.1]/new', 'http://me:secret@127.0.0.1/new'])(
  'no page leads to %s',
  async (target) => {
    await collectOld(leadingTo(`0; url=${target}`))

    const { rows } = await database.query<{ tries: number }>('select tries from source_items')
    expect(rows).toEqual([{ tries: 1 }])
    expect(await storedArticles(database)).toEqual([])
  },
)

test('what the page it leads to sends for the next request is not sent to the one that leads there', async () => {
  site.routes['/new'] = {
    body: article,
    headers: { ETag: '"new"', 'Last-Modified': 'Mon, 06 May 2024 10:00:00 GMT' },
  }
  const id = await collectOld(leadingTo('0; url=/new'))
  site.routes['/feed'] = rss([
    { title: 'The ferry sails again', link: '/old', date: 'Tue, 07 May 2024 10:00:00 GMT' },
  ])
  sources.putForward(24 * hourMs)
  await sources.refresh(id)

  const sent = site.requests.filter(({ path }) => path === '/old').map(({ headers }) => headers)
  expect(sent.flatMap((headers) => headers['if-none-match'] ?? headers['if-modified-since'] ?? [])).toEqual(
    [],
  )
})

test('an address that leads to a list of articles can be added', async () => {
  site.routes['/'] = leadingTo('0; url=/en')
  site.routes['/en'] =
    `<html><head><link rel="alternate" type="application/rss+xml" href="/feed"></head></html>`
  site.routes['/feed'] = rss([{ title: 'The ferry sails again', link: '/new' }])
  site.routes['/new'] = article
  const { source } = await sources.add(`${site.url}/`, '')

  expect(source).toMatchObject({ kind: 'feed', address: `${site.url}/feed` })
})
