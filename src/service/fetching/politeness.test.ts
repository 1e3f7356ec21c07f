import { expect, onTestFinished, test, vi } from 'vitest'
import { startSiteAndFetcher } from '../testing/site-and-fetcher.ts'
import { createFetcher } from './fetcher.ts'
import { createMemoryHostStore } from './host-store.ts'

const hour = 3_600_000

test('a host gets one request at a time, in order, with a pause after each response', async () => {
  let open = 0
  let mostOpen = 0
  const { fetch, site } = await startSiteAndFetcher(
    (_, response) => {
      mostOpen = Math.max(mostOpen, (open += 1))
      setTimeout(() => {
        open -= 1
        response.end('x')
      }, 60)
    },
    { pauseMs: 80 },
  )
  const paths = ['/1', '/2', '/3', '/4']
  const results = await Promise.all(paths.map((path) => fetch(path)))

  expect(results.map(({ kind }) => kind)).toEqual(paths.map(() => 'fetched'))
  expect(site.paths()).toEqual(paths)
  expect(mostOpen).toBe(1)
  const gaps = site.requests.slice(1).map(({ at }, index) => at - (site.requests[index]?.at ?? 0))
  // The robots.txt took no time, each page 60 ms.
  expect(gaps.map((gap, index) => gap > (index === 0 ? 75 : 130))).toEqual(gaps.map(() => true))
  expect(site.connections()).toBe(1)
})

test('a page is requested again if its connection was closed while it was idle, and only then', async () => {
  let isClosing = false
  const { fetch, site } = await startSiteAndFetcher(
    (request, response) => {
      // As if it had closed the connection before the request came.
      if (isClosing) request.socket.resetAndDestroy()
      else response.end('x')
      isClosing = request.url === '/broken'
    },
    { pauseMs: 0 },
  )
  await fetch('/1')
  isClosing = true
  expect(await fetch('/2')).toMatchObject({ kind: 'fetched' })
  expect([site.paths(), site.connections()]).toEqual([['/1', '/2', '/2'], 2])

  isClosing = true
  expect(await fetch('/broken')).toMatchObject({ kind: 'failed', reason: 'network' })
  expect(await fetch('/broken')).toMatchObject({ kind: 'failed', reason: 'network' })
  expect(site.count('/broken')).toBe(3)
})

test('a redirect within a host comes before later requests, and after the pause', async () => {
  const { fetch, site } = await startSiteAndFetcher(
    (request, response) => {
      if (request.url === '/1') response.writeHead(302, { location: '/1/moved' })
      response.end('x')
    },
    { pauseMs: 100 },
  )
  await fetch('/0')
  await Promise.all([fetch('/1', { waitAtMostMs: 150 }), fetch('/2'), fetch('/3')])

  expect(site.paths()).toEqual(['/0', '/1', '/1/moved', '/2', '/3'])
  expect((site.requests[3]?.at ?? 0) - (site.requests[2]?.at ?? 0)).toBeGreaterThan(95)
})

test('a redirect is followed however short the allowed wait, once its turn has come', async () => {
  const { fetch } = await startSiteAndFetcher(
    (request, response) => {
      if (request.url === '/1') response.writeHead(302, { location: '/2' })
      response.end('x')
    },
    { pauseMs: 100 },
  )
  await fetch('/0')
  await new Promise((resolve) => setTimeout(resolve, 150))

  expect(await fetch('/1', { waitAtMostMs: 0 })).toMatchObject({ kind: 'fetched' })
})

test('the default pause is one second', async () => {
  const { fetch, site } = await startSiteAndFetcher((_, response) => response.end('x'), {
    pauseMs: undefined,
  })
  await fetch('/')

  expect((site.requests[1]?.at ?? 0) - (site.requests[0]?.at ?? 0)).toBeGreaterThan(990)
})

test('a slow host delays no other', async () => {
  const slow = await startSiteAndFetcher(() => undefined)
  const quick = await startSiteAndFetcher((_, response) => response.end('x'))
  const fetcher = createFetcher({ allowPrivateHosts: [slow.site.host, quick.site.host], pauseMs: 0 })
  onTestFinished(() => fetcher.close())
  const stuck = Array.from({ length: 50 }, (_, index) => fetcher.fetch({ url: `${slow.site.url}/${index}` }))
  await expect.poll(() => slow.site.paths()).toHaveLength(1)

  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) => fetcher.fetch({ url: `${quick.site.url}/${index}` })),
  )
  expect(results.every(({ kind }) => kind === 'fetched')).toBe(true)
  expect(slow.site.paths()).toHaveLength(1)
  await fetcher.close()
  expect(await Promise.all(stuck)).toHaveLength(50)
})

test('a request that would wait too long is told at once when to try again', async () => {
  const { fetch, site } = await startSiteAndFetcher((_, response) => response.end('x'), {
    pauseMs: 3_600_000,
  })
  // The robots.txt came first, and a pause follows it.
  const result = await fetch('/', { waitAtMostMs: 30_000 })

  expect(result).toEqual({ kind: 'busy', retryAfterMs: expect.closeTo(3_600_000, -5) as number })
  expect(site.paths()).toEqual([])
})

test('a request that joins a long queue is told at once how long it is', async () => {
  const { fetch, fetcher, site } = await startSiteAndFetcher(() => undefined, { pauseMs: 50 })
  const first = fetch('/')
  await expect.poll(() => site.paths()).toEqual(['/'])
  const queue = Array.from({ length: 601 }, (_, index) => fetch(`/${index}`, { waitAtMostMs: 30_000 }))

  expect(await fetch('/last', { waitAtMostMs: 30_000 })).toEqual({ kind: 'busy', retryAfterMs: 30_050 })
  await fetcher.close()
  for (const result of await Promise.all([first, ...queue]))
    expect(result).toMatchObject({ reason: 'aborted' })
})

test('a request whose allowed wait ends while another is in progress is told so', async () => {
  const { fetch, site, fetcher } = await startSiteAndFetcher(() => undefined)
  const first = fetch('/1')
  await expect.poll(() => site.paths()).toEqual(['/1'])

  expect(await fetch('/2', { waitAtMostMs: 100 })).toEqual({ kind: 'busy', retryAfterMs: 1_000 })
  await fetcher.close()
  expect(await first).toMatchObject({ reason: 'aborted' })
  expect(site.paths()).toEqual(['/1'])
})

test.each([
  [429, '120', 120_000],
  [503, '0', 1_000],
  [503, '999999999', 24 * hour],
  [500, '7', 7_000],
  [503, 'Fri, 02 Jan 2026 00:00:00 GMT', 24 * hour],
  [503, 'Thu, 01 Jan 2026 00:10:00 GMT', 600_000],
  [429, 'Mon, 01 Jan 1990 00:00:00 GMT', 1_000],
])(
  '%i with Retry-After "%s" stops requests to the host for that long',
  async (status, retryAfter, expectedMs) => {
    let time = Date.parse('2026-01-01T00:00:00Z')
    const { fetch, site } = await startSiteAndFetcher(
      (_, response) => response.writeHead(status, { 'retry-after': retryAfter }).end(),
      { now: () => time },
    )

    expect(await fetch('/1')).toMatchObject({ kind: 'failed', status, retryAfterMs: expectedMs })
    expect(await fetch('/2', { waitAtMostMs: 0 })).toEqual({ kind: 'busy', retryAfterMs: expectedMs })
    expect(site.paths()).toEqual(['/1'])
    time += expectedMs
    expect(await fetch('/2')).toMatchObject({ kind: 'failed' })
    expect(site.paths()).toEqual(['/1', '/2'])
  },
)

test('"too many requests" without a time stops them for a minute', async () => {
  const { fetch } = await startSiteAndFetcher((_, response) => response.writeHead(429).end(), {
    now: () => 1e12,
  })

  expect(await fetch('/1')).not.toHaveProperty('retryAfterMs')
  expect(await fetch('/2', { waitAtMostMs: 0 })).toEqual({ kind: 'busy', retryAfterMs: 60_000 })
})

test('Retry-After with a page stops nothing', async () => {
  const { fetch } = await startSiteAndFetcher(
    (_, response) => response.writeHead(200, { 'retry-after': '3600' }).end('x'),
    { now: () => 1e12 },
  )

  expect(await fetch('/1')).toMatchObject({ kind: 'fetched' })
  expect(await fetch('/2', { waitAtMostMs: 0 })).toMatchObject({ kind: 'fetched' })
})

test('another fetcher with the same store respects this, after a restart, say', async () => {
  const hosts = createMemoryHostStore()
  const { fetch, site } = await startSiteAndFetcher(
    (_, response) => response.writeHead(503, { 'retry-after': '3600' }).end(),
    { hosts },
  )
  await fetch('/1')
  const second = createFetcher({ hosts, allowPrivateHosts: [site.host] })
  onTestFinished(() => second.close())

  expect(await second.fetch({ url: `${site.url}/2` })).toMatchObject({ kind: 'busy' })
  expect(site.requests.map(({ path }) => path)).toEqual(['/robots.txt', '/1'])
})

test('two processes with one store never ask a host at the same time', async () => {
  let open = 0
  let mostOpen = 0
  const hosts = createMemoryHostStore()
  const { fetch, site } = await startSiteAndFetcher(
    (_, response) => {
      mostOpen = Math.max(mostOpen, (open += 1))
      setTimeout(() => {
        open -= 1
        response.end('x')
      }, 30)
    },
    { hosts },
  )
  const second = createFetcher({ hosts, allowPrivateHosts: [site.host], pauseMs: 0 })
  onTestFinished(() => second.close())
  const results = await Promise.all([fetch('/1'), second.fetch({ url: `${site.url}/2` })])

  expect(results.map(({ kind }) => kind)).toEqual(['fetched', 'fetched'])
  expect(mostOpen).toBe(1)
})

test('a host in use by another process is awaited, however long that may take at most', async () => {
  const hosts = createMemoryHostStore()
  let respond = (): unknown => undefined
  const { fetch, site } = await startSiteAndFetcher(
    (_, response) => void (respond = () => response.end('x')),
    { hosts },
  )
  const first = fetch('/1', { timeoutMs: 60_000 })
  await expect.poll(() => site.paths()).toEqual(['/1'])
  const second = createFetcher({ hosts, allowPrivateHosts: [site.host], pauseMs: 0 })
  onTestFinished(() => second.close())
  const tried = vi.spyOn(hosts, 'acquire')
  const next = second.fetch({ url: `${site.url}/2`, waitAtMostMs: 30_000 })
  await expect.poll(() => tried.mock.calls.length).toBeGreaterThan(0)
  respond()
  await expect.poll(() => site.paths()).toContain('/2')
  respond()

  expect([await first, await next]).toMatchObject([{ kind: 'fetched' }, { kind: 'fetched' }])
})

test('an unavailable host store fails the fetch, and the next one succeeds', async () => {
  const hosts = createMemoryHostStore()
  let isAway = true
  const { fetch } = await startSiteAndFetcher((_, response) => response.end('x'), {
    hosts: {
      ...hosts,
      acquire: (...args) => (isAway ? Promise.reject(new Error('database is away')) : hosts.acquire(...args)),
    },
  })

  await expect(fetch('/')).rejects.toThrow('database is away')
  isAway = false
  expect(await fetch('/')).toMatchObject({ kind: 'fetched' })
})
