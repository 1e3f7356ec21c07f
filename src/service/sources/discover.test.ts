import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestSite } from '../testing/test-site.ts'
import { page, prose, rss, sitemap, startSite } from '../testing/test-site.ts'
import type { Fetcher } from '../fetching/fetcher.ts'
import { createFetcher } from '../fetching/fetcher.ts'
import { discover } from './discover.ts'
import type { ListingReader } from './listings/listing-reader.ts'
import { createListingReader } from './listings/listing-reader.ts'

let site: TestSite
let fetcher: Fetcher
let reader: ListingReader

beforeAll(async () => {
  site = await startSite()
  fetcher = createFetcher({ allowPrivateHosts: ['127.0.0.1'], pauseMs: 0 })
  reader = createListingReader()
})
afterAll(async () => {
  await fetcher.close()
  await reader.close()
  await site.close()
})
beforeEach(() => {
  for (const path of Object.keys(site.routes)) delete site.routes[path]
})

async function found(path: string) {
  const result = await discover(`${site.url}${path}`, {
    fetcher,
    reader,
    signal: AbortSignal.timeout(60_000),
  })
  return 'error' in result ? result.error : `${result.kind} ${result.address.replace(site.url, '')}`
}

const one = [{ title: 'One', link: '/one' }]
const links = [1, 2, 3]
  .map(
    (n) => `<h2><a href="/2024/05/0${n}/story-number-${n}-of-the-day">Story number ${n} of the day</a></h2>`,
  )
  .join('')

test('a feed, a sitemap and a search are recognised', async () => {
  site.routes['/feed'] = rss(one)
  site.routes['/sitemap.xml'] = sitemap(['/a'])
  site.routes['/search'] = rss([])
  expect(await found('/feed')).toBe('feed /feed')
  expect(await found('/sitemap.xml')).toBe('sitemap /sitemap.xml')
  expect(await found('/search?q={keywords}')).toBe('search /search?q={keywords}')
  expect(site.paths().at(-1)).toBe('/search?q=water')
})

test('without a scheme, http is tried if nothing responds over https', async () => {
  site.routes['/feed'] = rss(one)
  const tools = { fetcher, reader, signal: AbortSignal.timeout(60_000) }
  expect(await discover(`${site.host}/feed`, tools)).toMatchObject({
    kind: 'feed',
    address: `${site.url}/feed`,
  })
  expect(await discover('127.0.0.1:1/feed', tools)).toMatchObject({
    error: expect.stringContaining("can't be reached"),
    address: 'https://127.0.0.1:1/feed',
  })
})

test('the scheme that readers use for feeds stands for http, or precedes the true one', async () => {
  site.routes['/feed'] = rss(one)
  const tools = { fetcher, reader, signal: AbortSignal.timeout(60_000) }
  for (const given of [`feed://${site.host}/feed`, `feed:${site.url}/feed`])
    expect(await discover(given, tools)).toMatchObject({ kind: 'feed', address: `${site.url}/feed` })
  site.routes['/search'] = rss(one)
  expect(await discover(`feed://${site.host}/search?q={keywords}`, tools)).toMatchObject({
    kind: 'search',
    address: `${site.url}/search?q={keywords}`,
  })
})

test('a front page leads to the feed it names, a section to its own, and none to comments', async () => {
  const head = `<link rel="alternate" type="application/rss+xml" title="Comments" href="/comments/feed">
    <link rel="alternate" type="application/rss+xml" href="/broken"><link rel="alternate" type="application/rss+xml" href="/all">
    <link rel="alternate" type="application/rss+xml" href="/politics/feed">`
  for (const path of ['/', '/politics/today'])
    site.routes[path] = `<!doctype html><title>News</title>${head}${links}`
  for (const path of ['/comments/feed', '/all', '/politics/feed']) site.routes[path] = rss(one)
  site.routes['/broken'] = '<!doctype html>Oops'
  expect(await found('/')).toBe('feed /all')
  expect(await found('/politics/today')).toBe('feed /politics/feed')
})

test('a page is not taken for a source because its feed can’t be read just now', async () => {
  const front = `<!doctype html><title>News</title><link rel="alternate" type="application/rss+xml" href="/feed">${links}`
  const waits = await startSite({ '/': front, '/feed': { status: 429, headers: { 'Retry-After': '3600' } } })
  const limit = new AbortController()
  const hangs = await startSite({
    '/': front,
    '/feed': () => {
      limit.abort(new DOMException('', 'TimeoutError'))
      return undefined
    },
  })
  const tools = { fetcher, reader, signal: limit.signal }
  const errorAt = async (address: string) => {
    const result = await discover(address, tools)
    return 'error' in result && result.error
  }
  expect(await errorAt(waits.url)).toBe(`names ${waits.url}/feed, which limits our requests (429)`)
  expect(await errorAt(waits.url)).toBe('asks us to wait; try again in 60 minutes')
  expect(await errorAt(hangs.url)).toBe(`names ${hangs.url}/feed, which takes too long to answer`)
  expect(await errorAt(hangs.url)).toBe('takes too long to answer')
  await Promise.all([waits.close(), hangs.close()])
})

test('a feed is not taken for comments because the word is part of another', async () => {
  site.routes['/'] =
    `<!doctype html><title>News</title><link rel="alternate" type="application/rss+xml" title="Commentary" href="/commentisfree/rss">${links}`
  site.routes['/commentisfree/rss'] = rss(one)
  expect(await found('/')).toBe('feed /commentisfree/rss')
})

test('a page with links to articles is a source of its own', async () => {
  site.routes['/news'] = `<!doctype html><title>News</title>${links}`
  expect(await found('/news')).toBe('page /news')
})

test('an address that cannot be a source is rejected with the reason', async () => {
  site.routes['/article'] = page('An article', prose(1))
  site.routes['/login'] = { status: 401 }
  site.routes['/picture'] = { type: 'image/png', body: new Uint8Array([137, 80, 78, 71]) }
  expect(await found('/article')).toBe('is a page that names no feed and links to no articles')
  expect(await found('/login')).toBe('asks for a login (401)')
  expect(await found('/picture')).toBe('is neither a feed, nor a sitemap, nor a page')
  const tools = { fetcher, reader, signal: AbortSignal.timeout(60_000) }
  expect(await discover('ftp://x.test/', tools)).toMatchObject({ error: 'is not a web address' })
  for (const given of ['https://me:key@x.test/feed', 'feed://me@x.test/feed', 'me:key@x.test/{keywords}'])
    expect(await discover(given, tools)).toMatchObject({
      error: 'has a name or password in its address, which can’t be used',
    })
})

test('the usual address of a sitemap is tried if nothing names one and the page links to no articles', async () => {
  site.routes['/'] = '<!doctype html><title>News</title><div id="app"></div>'
  site.routes['/sitemap.xml'] = sitemap(['/a'])
  expect(await found('/')).toBe('sitemap /sitemap.xml')
  site.routes['/'] = `<!doctype html><title>News</title>${links}`
  expect(await found('/')).toBe('page /')
})

test('if a page names no feed, the sitemaps in its site’s robots.txt are tried, news sitemaps first', async () => {
  const other = await startSite()
  other.routes['/robots.txt'] = {
    type: 'text/plain',
    body: `User-agent: *\nDisallow:\nSitemap: ${other.url}/archive.xml\nSitemap: ${other.url}/news.xml`,
  }
  other.routes['/'] = `<!doctype html><title>News</title>${links}`
  other.routes['/archive.xml'] = sitemap(['/old'])
  other.routes['/news.xml'] = sitemap(['/new'])
  const result = await discover(other.url, { fetcher, reader, signal: AbortSignal.timeout(60_000) })
  await other.close()
  expect(result).toMatchObject({
    kind: 'sitemap',
    address: `${other.url}/news.xml`,
    how: "is named by the site's robots.txt",
  })
})

test('a section that links to articles is not taken for all of its site, of which robots.txt names a sitemap', async () => {
  const other = await startSite()
  other.routes['/robots.txt'] = { type: 'text/plain', body: `User-agent: *\nSitemap: ${other.url}/all.xml` }
  other.routes['/all.xml'] = sitemap(['/old'])
  for (const path of ['/', '/en/', '/index.php', '/sport/'])
    other.routes[path] = `<!doctype html><title>News</title>${links}`
  other.routes['/empty'] = '<!doctype html><title>News</title><div id="app"></div>'
  const kinds: Record<string, string> = {}
  for (const path of ['/', '/en/', '/index.php', '/?utm_source=x', '/sport/', '/?section=sport', '/empty']) {
    const tools = { fetcher, reader, signal: AbortSignal.timeout(60_000) }
    const result = await discover(other.url + path, tools)
    kinds[path] = 'error' in result ? result.error : result.kind
  }
  await other.close()
  expect(kinds).toEqual({
    '/': 'sitemap',
    '/en/': 'sitemap',
    '/index.php': 'sitemap',
    '/?utm_source=x': 'sitemap',
    '/sport/': 'page',
    '/?section=sport': 'page',
    '/empty': 'sitemap',
  })
})
