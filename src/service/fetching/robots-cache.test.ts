import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { startSiteForTest } from '../testing/site-and-fetcher.ts'
import { startSiteAndFetcher } from '../testing/site-and-fetcher.ts'
import type { FetcherOptions } from './fetcher.ts'
import { createMemoryHostStore } from './host-store.ts'
import { maxRobotsBytes } from './parse-robots.ts'
import { createRobotsCache } from './robots-cache.ts'

const day = 24 * 3_600_000

test('a page that robots.txt forbids is not fetched', async () => {
  const { site, fetch } = await startWithRobots('User-agent: *\nDisallow: /private')

  expect(await fetch('/private/page')).toEqual({
    kind: 'refused',
    reason: 'robots',
    message: "is not to be collected: the site's robots.txt forbids it",
  })
  expect(await fetch('/page?private')).toMatchObject({ kind: 'fetched' })
  expect(site.paths()).toEqual(['/page?private'])
})

test('robots.txt is requested once a day, however many need it at once', async () => {
  let time = 1e12
  const { site, fetch } = await startWithRobots('', { now: () => time })
  const asked = () => site.requests.filter(({ path }) => path === '/robots.txt').length
  await Promise.all(['/1', '/2', '/3'].map((path) => fetch(path)))
  time += day - 1
  await fetch('/4')
  expect(asked()).toBe(1)
  time += 2
  await fetch('/5')
  expect(asked()).toBe(2)
})

test.each<[string, string, RequestListener]>([
  ['is missing', 'fetched', (_, response) => response.writeHead(404).end()],
  ['asks for a login', 'fetched', (_, response) => response.writeHead(401).end()],
  ['is gone', 'fetched', (_, response) => response.writeHead(410).end()],
  [
    'leads in a circle',
    'fetched',
    (_, response) => response.writeHead(302, { location: '/robots.txt' }).end(),
  ],
  [
    'leads to a private address',
    'fetched',
    (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
  ],
  [
    'is a page',
    'fetched',
    (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello'),
  ],
  ['is endless', 'fetched', (_, response) => void response.writeHead(200).write('#'.repeat(600_000))],
  ['has trouble', 'failed', (_, response) => response.writeHead(500).end()],
  ['comes too often', 'failed', (_, response) => response.writeHead(429, { 'retry-after': '1' }).end()],
  [
    'is damaged',
    'failed',
    (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no'),
  ],
  ['breaks off', 'failed', (request) => request.socket.destroy()],
])('if robots.txt %s, a page is %s', async (_, kind, robots) => {
  const { site, fetch } = await startWithRobots(robots)

  expect(await fetch('/page')).toMatchObject({ kind })
  expect(site.paths()).toEqual(kind === 'fetched' ? ['/page'] : [])
})

test('if robots.txt can’t be read, nothing is fetched for a minute, and the owner is told why', async () => {
  let time = 1e12
  let status = 502
  const { site, fetch } = await startWithRobots((_, response) => response.writeHead(status).end(), {
    now: () => time,
  })
  const trouble = {
    kind: 'failed',
    reason: 'status',
    status: 502,
    isOfRobots: true,
    retryAfterMs: 60_000,
    message: "has a robots.txt that can't be read: it reports a server error (502)",
  }

  expect(await fetch('/1')).toEqual(trouble)
  status = 404
  expect(await fetch('/2')).toEqual(trouble)
  time += 60_001
  expect(await fetch('/3')).toMatchObject({ kind: 'fetched' })
  expect(site.paths()).toEqual(['/3'])
})

test('if robots.txt can’t be read any more, yesterday’s rules apply', async () => {
  let time = 1e12
  let isThere = true
  const { fetch } = await startWithRobots(
    (_, response) => (isThere ? response.end('User-agent: *\nDisallow: /a') : response.writeHead(503).end()),
    { now: () => time },
  )
  await fetch('/b')
  isThere = false
  time += 2 * day

  expect(await fetch('/a')).toMatchObject({ reason: 'robots' })
})

test('rules that were read while the clock was wrong are not kept until that date', async () => {
  let time = 1e12 + 365 * day
  let rules = 'User-agent: *\nDisallow: /'
  const { fetch } = await startWithRobots((_, response) => response.end(rules), { now: () => time })
  await fetch('/a')
  rules = ''
  time = 1e12

  expect(await fetch('/a')).toMatchObject({ kind: 'fetched' })
})

test('robots.txt may be five redirects away, even on other hosts', async () => {
  const other = await startSiteForTest((_, response) => response.end('User-agent: *\nDisallow: /a'))
  const { fetch } = await startWithRobots(
    (_, response) => response.writeHead(301, { location: '/1' }).end(),
    { allowPrivateHosts: ['127.0.0.1'] },
    (request, response) => {
      const hop = Number(request.url?.slice(1))
      if (hop) response.writeHead(302, { location: hop < 4 ? `/${hop + 1}` : `${other.url}/rules` })
      response.end('x')
    },
  )

  expect(await fetch('/a')).toMatchObject({ reason: 'robots' })
  expect(await fetch('/b')).toMatchObject({ kind: 'fetched' })
})

test('half a megabyte of robots.txt counts', async () => {
  const { fetch } = await startWithRobots(`User-agent: *\nDisallow: /a\n${'#\n'.repeat(300_000)}Disallow: /b`)

  expect(await fetch('/a')).toMatchObject({ reason: 'robots' })
  expect(await fetch('/b')).toMatchObject({ kind: 'fetched' })
})

test.each([
  ['short files stay', 1_000, 20],
  ['long files don’t all stay', maxRobotsBytes, 40],
])('of a site with many hosts, %s in memory', async (_, length, reads) => {
  const store = createMemoryHostStore()
  let read = 0
  const robotsOf = createRobotsCache({
    store: { ...store, robots: (origin) => ((read += 1), store.robots(origin)) },
    now: () => 1e12,
    fetch: async ({ url }) => ({
      kind: 'fetched',
      url,
      status: 200,
      contentType: 'text/plain',
      validators: {},
      freshForMs: 0,
      bytes: Buffer.alloc(length, '#'),
    }),
  })
  const origins = Array.from({ length: 20 }, (_, n) => `https://${n}.example`)
  for (const origin of [...origins, ...origins]) await robotsOf(origin, 0)

  expect(read).toBe(reads)
})

test('its pause is obeyed', async () => {
  const { site, fetch } = await startWithRobots('User-agent: *\nCrawl-delay: 0.3')
  await Promise.all([fetch('/1'), fetch('/2')])
  const [, first, second] = site.requests

  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(295)
})

test('its sitemaps are returned as absolute addresses', async () => {
  const { site, fetcher } = await startWithRobots(
    'Sitemap: https://example.org/a.xml\nSitemap: /b.xml\nSitemap: http://[',
  )

  expect(await fetcher.sitemapsOf(`${site.url}/any/page`)).toEqual([
    'https://example.org/a.xml',
    `${site.url}/b.xml`,
  ])
  expect(await fetcher.sitemapsOf('http://10.0.0.1/')).toEqual([])
  expect(await fetcher.sitemapsOf('nonsense')).toEqual([])
})

const startWithRobots = (
  robots: string | RequestListener,
  options: FetcherOptions = {},
  handler: RequestListener = (_, response) => response.end('x'),
) => startSiteAndFetcher(handler, { robots, ...options })
