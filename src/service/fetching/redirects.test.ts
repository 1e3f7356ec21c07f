import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { startSiteForTest } from '../testing/site-and-fetcher.ts'
import { startSiteAndFetcher } from '../testing/site-and-fetcher.ts'

const chain =
  (...statuses: number[]): RequestListener =>
  (request, response) => {
    const step = Number(request.url?.slice(1))
    const status = statuses[step]
    if (status === undefined) response.end(`after ${step}`)
    else response.writeHead(status, { location: `/${step + 1}` }).end('moved')
  }

test.each([
  [[301], true],
  [[308, 301], true],
  [[302], false],
  [[301, 302], false],
  [[307, 301], false],
  [[303], false],
  [[], false],
])('after %j the source has moved permanently: %s', async (statuses, hasMoved) => {
  const { site, fetcher } = await startSiteAndFetcher(chain(...statuses))
  const result = await fetcher.fetch({ url: `${site.url}/0` })
  const url = `${site.url}/${statuses.length}`

  expect(result).toMatchObject({ kind: 'fetched', url })
  expect('movedTo' in result && result.movedTo).toBe(hasMoved ? url : false)
})

test.each(['/signed?Expires=1&Signature=a', '/list;jsessionid=1?a=b'])(
  'a permanent redirect to %s, which expires, is followed each time',
  async (location) => {
    const { site, fetcher } = await startSiteAndFetcher(({ url }, response) => {
      if (url === '/feed') response.writeHead(301, { location }).end()
      else response.end('found')
    })
    const result = await fetcher.fetch({ url: `${site.url}/feed` })

    expect(result).toMatchObject({ kind: 'fetched', url: `${site.url}${location}` })
    expect(result).not.toHaveProperty('movedTo')
  },
)

test('five redirects are followed, and no more', async () => {
  const { site, fetcher } = await startSiteAndFetcher(chain(...Array.from({ length: 6 }, () => 302)))

  expect(await fetcher.fetch({ url: `${site.url}/1` })).toMatchObject({ kind: 'fetched' })
  expect(await fetcher.fetch({ url: `${site.url}/0` })).toEqual({
    kind: 'failed',
    reason: 'too-many-redirects',
    message: 'leads from one redirect to the next',
  })
})

test('10,000 redirects cost six requests, and so does a loop', async () => {
  const { site, fetcher } = await startSiteAndFetcher((request, response) => {
    const step = Number(request.url?.slice(1))
    response.writeHead(302, { location: step < 10_000 ? `/${step + 1}` : '/10000' }).end()
  })

  for (const path of ['/0', '/10000'])
    expect(await fetcher.fetch({ url: `${site.url}${path}` })).toMatchObject({
      reason: 'too-many-redirects',
    })
  expect(site.paths()).toHaveLength(12)
})

test('a site that redirects until its cookies come back is read, and the next fetch begins without them', async () => {
  const sent: (string | undefined)[] = []
  const { site, fetcher } = await startSiteAndFetcher((request, response) => {
    sent.push(request.headers.cookie)
    if (request.headers.cookie) return void response.end('the page')
    const cookies = ['seen=1; Path=/; HttpOnly', 'way=a=b', 'no name', 'seen=2']
    response.writeHead(302, { location: request.url, 'set-cookie': cookies }).end()
  })

  for (const path of ['/a', '/b'])
    expect(await fetcher.fetch({ url: `${site.url}${path}` })).toMatchObject({ kind: 'fetched' })
  expect(sent.filter((cookie) => cookie !== undefined)).toEqual(['seen=2; way=a=b', 'seen=2; way=a=b'])
  expect(sent.at(-2)).toBeUndefined()
})

test('a cookie that a redirect removes is not sent back', async () => {
  const steps: Record<string, readonly string[]> = {
    '/1': ['a=1', 'b=2; Max-Age=60', 'c=3; Expires=Fri, 01 Jan 2100 00:00:00 GMT', 'd=4'],
    '/2': [
      'b=2; Max-Age=0',
      'c=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
      'd=5; max-age=9; expires=0',
    ],
  }
  const { site, fetcher } = await startSiteAndFetcher((request, response) => {
    const cookies = steps[request.url ?? '']
    if (!cookies) return void response.end('the page')
    const location = request.url === '/1' ? '/2' : '/3'
    response.writeHead(302, { location, 'set-cookie': [...cookies] }).end()
  })

  await fetcher.fetch({ url: `${site.url}/1` })
  expect(site.requests.slice(-2).map(({ headers }) => headers.cookie)).toEqual([
    'a=1; b=2; c=3; d=4',
    'a=1; d=5',
  ])
})

test('cookies are not sent to another site', async () => {
  const other = await startSiteForTest((_, response) => response.end('elsewhere'))
  const { site, fetcher } = await startSiteAndFetcher(
    (_, response) => response.writeHead(302, { location: `${other.url}/`, 'set-cookie': 'seen=1' }).end(),
    { allowPrivateHosts: ['127.0.0.1'] },
  )

  await fetcher.fetch({ url: `${site.url}/` })
  expect(other.paths()).toEqual(['/'])
  expect(other.requests.every(({ headers }) => headers.cookie === undefined)).toBe(true)
})

test.each([
  ['UTF-8', 'utf8', '%C3%BC'],
  ['Latin-1', 'latin1', '%FC'],
] as const)('a redirect may be relative, and in %s', async (_, charset, escaped) => {
  const { site, fetcher } = await startSiteAndFetcher((request, response) => {
    if (request.url === '/a/b')
      response.writeHead(302, { location: Buffer.from('../ü?ü#part', charset).toString('latin1') })
    response.end('x')
  })

  expect(await fetcher.fetch({ url: `${site.url}/a/b` })).toMatchObject({
    url: `${site.url}/${escaped}?${escaped}`,
  })
})

test.each([
  ['ftp://example.org/', 'scheme'],
  ['http://me:secret@example.org/', 'credentials'],
  ['http://example.org:25/', 'port'],
  ['http://[', 'invalid-url'],
])('a redirect to %s is refused', async (location, reason) => {
  const { site, fetcher } = await startSiteAndFetcher((_, response) =>
    response.writeHead(302, { location }).end(),
  )

  expect(await fetcher.fetch({ url: site.url })).toMatchObject({ kind: 'refused', reason })
})

test('a redirect without an address is an error', async () => {
  const { site, fetcher } = await startSiteAndFetcher((_, response) => response.writeHead(302).end())

  expect(await fetcher.fetch({ url: site.url })).toMatchObject({ reason: 'status', status: 302 })
})

test('the robots.txt of the other host is requested too, and obeyed', async () => {
  const other = await startSiteForTest(
    (_, response) => response.end('x'),
    'User-agent: *\nDisallow: /private',
  )
  const { site, fetcher } = await startSiteAndFetcher(
    (request, response) => response.writeHead(302, { location: `${other.url}${request.url}` }).end(),
    { allowPrivateHosts: ['127.0.0.1'] },
  )

  expect(await fetcher.fetch({ url: `${site.url}/private/1` })).toMatchObject({ reason: 'robots' })
  expect(await fetcher.fetch({ url: `${site.url}/public/1` })).toMatchObject({ kind: 'fetched' })
  expect(other.requests.map(({ path }) => path)).toEqual(['/robots.txt', '/public/1'])
})

test.each([
  ['page', 'the other site', '/page', true],
  ['robots.txt', 'its own site', '/robots.txt', undefined],
])('if a %s leads to another site, which fails, %s is at fault', async (_, __, moved, isElsewhere) => {
  const other = await startSiteForTest((_, response) => response.writeHead(500).end())
  const leadAway: RequestListener = (request, response) =>
    response.writeHead(request.url === moved ? 302 : 404, { location: `${other.url}/x` }).end()
  const { site, fetcher } = await startSiteAndFetcher(leadAway, {
    robots: leadAway,
    allowPrivateHosts: ['127.0.0.1'],
  })

  const result = await fetcher.fetch({ url: `${site.url}/page` })
  expect(result).toMatchObject({ kind: 'failed', status: 500 })
  expect(result).toHaveProperty('isElsewhere', isElsewhere)
})

test('all redirects together have the time limit of one fetch', async () => {
  const { site, fetcher } = await startSiteAndFetcher((request, response) => {
    setTimeout(() => response.writeHead(302, { location: `${request.url}1` }).end(), 150)
  })

  expect(await fetcher.fetch({ url: `${site.url}/`, timeoutMs: 400 })).toMatchObject({ reason: 'timeout' })
  expect(site.paths().length).toBeLessThan(4)
})
