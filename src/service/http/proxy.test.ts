import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { listenOnFreePort } from '../testing/free-port.ts'
import { createProxy, proxySilenceMs } from './proxy.ts'
import { listen } from './server.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

describe('the proxy to a remote service', () => {
  it('streams the response while it arrives', async () => {
    let finish = () => {}
    const proxy = await proxyTo((_, response) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        etag: '"7"',
        'article-ranking': 'newest-window',
      })
      response.write('{"id":1,')
      finish = () => response.end('"state":"success"}')
    })

    const response = await proxy('/api/v1.0/jobs/1')
    const reader = response.body?.getReader()
    const first = await reader?.read()

    expect(new TextDecoder().decode(first?.value)).toBe('{"id":1,')
    expect(response.headers.get('etag')).toBe('"7"')
    expect(response.headers.get('article-ranking')).toBe('newest-window')
    finish()
    const second = await reader?.read()
    expect(new TextDecoder().decode(second?.value)).toBe('"state":"success"}')
  })

  it('forwards the key and the body, and nothing else from the browser', async () => {
    let seen: Record<string, unknown> = {}
    const proxy = await proxyTo((request, response) => {
      request.on('data', (body: Buffer) => {
        seen = { ...request.headers, method: request.method, body: body.toString() }
        response.end('{"id":5}')
      })
    })

    await proxy('/api/v1.0/jobs', {
      method: 'POST',
      body: '{"keywords":["rivers"]}',
      headers: {
        authorization: 'Basic abc',
        'content-type': 'application/json',
        cookie: 'a=b',
        origin: 'http://desk',
      },
    })

    expect(seen).toMatchObject({
      method: 'POST',
      authorization: 'Basic abc',
      body: '{"keywords":["rivers"]}',
    })
    expect(seen).not.toHaveProperty('cookie')
    expect(seen).not.toHaveProperty('origin')
  })

  it('passes on a refusal that comes before the whole request, and takes the next request', async () => {
    const socket = await postLong((_, response) => response.writeHead(401).end('{"status":401}'))
    const gone = once(socket, 'close')
    const answered = () => Promise.race([once(socket, 'data'), gone])
    for (let sent = 0; sent < 5; sent += 1) {
      socket.write(' '.repeat(1_000_000))
      await setTimeout(200)
    }

    expect(String(await answered())).toMatch(/^HTTP\/1.1 401 /)
    socket.write('POST /api/v1.0/ping HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n')
    expect(String(await answered())).toMatch(/^HTTP\/1.1 401 /)
    socket.destroy()
  })

  it('breaks off a request whose client has left in the middle of it', async () => {
    let hasBegun = false
    let isGone = false
    const socket = await postLong((request) => {
      hasBegun = true
      request.resume().on('error', () => (isGone = true))
    })
    socket.write(' '.repeat(1_000_000))
    await expect.poll(() => hasBegun).toBe(true)
    socket.destroy()

    await expect.poll(() => isGone).toBe(true)
  })

  it('sends a body with its length, since not every server accepts chunks', async () => {
    let seen: Record<string, unknown> = {}
    const proxy = await proxyTo((request, response) => {
      seen = request.headers
      request.resume().on('end', () => response.end('{"id":5}'))
    })

    await proxy('/api/v1.0/jobs', { method: 'POST', body: '{}', headers: { 'content-length': '2' } })

    expect(seen).toMatchObject({ 'content-length': '2' })
    expect(seen).not.toHaveProperty('transfer-encoding')
  })

  it.each([
    '/',
    '/jobs/1',
    '/admin',
    '/api/v1.0',
    '/api/v1.0/../secret',
    '/api/v1.0/%2e%2e/secret',
    '/api/v1.0/..%2fsecret',
    '/api/v1.0/..%5Csecret',
    '/api/v2.0/ping',
  ])('leaves %s to the desk', async (path) => {
    const proxy = createProxy({ serviceUrl: new URL('http://127.0.0.1:9') })
    expect(proxy(new Request(`http://desk.test${path}`))).toBeUndefined()
  })

  it('keeps a remote Basic challenge from opening the browser’s own dialog', async () => {
    const proxy = await proxyTo((_, response) => {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="x"', 'set-cookie': 'a=b' }).end('{}')
    })

    const response = await proxy('/api/v1.0/ping', { method: 'POST' })

    expect(response.status).toBe(401)
    expect(response.headers.has('www-authenticate')).toBe(false)
    expect(response.headers.has('set-cookie')).toBe(false)
  })

  it('follows no redirect, so that the key goes only to one host', async () => {
    const asked: string[] = []
    const proxy = await proxyTo((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(302, { location: '/elsewhere' }).end()
    })

    const response = await proxy('/api/v1.0/ping')

    expect(response.status).toBe(502)
    expect(asked).toEqual(['/api/v1.0/ping'])
  })

  it('never sends a POST twice, even if the connection breaks', async () => {
    let count = 0
    const proxy = await proxyTo((request) => {
      count += 1
      request.socket.destroy()
    })

    const response = await proxy('/api/v1.0/jobs', { method: 'POST', body: '{}' })

    expect(response.status).toBe(502)
    expect(count).toBe(1)
  })

  it('forwards only once what a browser repeats with the same key, and gives both the same response', async () => {
    let count = 0
    const waiting: (() => void)[] = []
    let mustWait = true
    const proxy = await proxyTo((request, response) => {
      count += 1
      const id = count
      const respond = () => response.writeHead(201).end(`{"id":${id}}`)
      request.resume().on('end', () => (mustWait ? waiting.push(respond) : respond()))
    })
    const post = (key: string, authorization = 'Basic abc', signal?: AbortSignal) =>
      proxy('/api/v1.0/jobs', {
        method: 'POST',
        body: '{}',
        headers: { authorization, 'idempotency-key': key },
        ...(signal && { signal }),
      })

    const gone = new AbortController()
    const responses = [post('"a"', undefined, gone.signal), post('"a"')]
    await expect.poll(() => waiting.length).toBe(1)
    gone.abort()
    waiting[0]?.()
    const ids = await Promise.all(responses.map(async (response) => (await response).text()))
    const later = await post('"a"')
    const others = [post('"b"'), post('"a"', 'Basic def')]
    await expect.poll(() => waiting.length).toBe(3)
    for (const respond of waiting.slice(1)) respond()
    await Promise.all(others)
    mustWait = false
    const last = await post('"a"')

    expect(ids).toEqual(['{"id":1}', '{"id":1}'])
    expect([later.status, await later.text()]).toEqual([201, '{"id":1}'])
    expect([last.status, await last.text(), count]).toEqual([201, '{"id":1}', 3])
  })

  it('passes on a response without a body, though it is kept for a repeat', async () => {
    const proxy = await proxyTo((_, response) => response.writeHead(204).end())
    const headers = { 'idempotency-key': '"a"' }

    expect((await proxy('/api/v1.0/jobs', { method: 'POST', body: '{}', headers })).status).toBe(204)
  })

  it('gives up on a response that is too long to be kept for a repeat, and does not ask again', async () => {
    let count = 0
    const proxy = await proxyTo((_, response) => {
      count += 1
      response.writeHead(201).end('x'.repeat(70_000))
    })
    const post = async () =>
      (await proxy('/api/v1.0/jobs', { method: 'POST', body: '{}', headers: { 'idempotency-key': '"a"' } }))
        .status

    expect([await post(), await post(), count]).toEqual([502, 502, 1])
  })

  it('retries a request without a response only on demand, and not at once', async () => {
    let nowMs = 0
    let count = 0
    const proxy = await proxyTo(
      (request) => {
        count += 1
        request.socket.destroy()
      },
      { now: () => nowMs },
    )
    const post = async () =>
      (await proxy('/api/v1.0/jobs', { method: 'POST', body: '{}', headers: { 'idempotency-key': '"a"' } }))
        .status

    expect([await post(), await post(), count]).toEqual([502, 502, 1])
    nowMs = 11_000
    expect([await post(), count]).toEqual([502, 2])
  })

  it.each([408, 425])(
    'turns %i into 504, since a browser would repeat the POST automatically',
    async (status) => {
      const proxy = await proxyTo((_, response) => response.writeHead(status).end('{}'))

      const response = await proxy('/api/v1.0/jobs', { method: 'POST', body: '{}' })
      expect(response.status).toBe(504)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.json()).toMatchObject({ title: 'Gateway Timeout', status: 504 })
    },
  )

  it('gives up on a service that does not respond in time', async () => {
    const proxy = await proxyTo(() => {}, { responseTimeoutMs: 50 })

    expect((await proxy('/api/v1.0/ping')).status).toBe(504)
  })

  it('waits longer for a service than the desk does, and its connections last longer still', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const never: typeof fetch = (_, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    const proxy = createProxy({ serviceUrl: new URL('http://service.test'), fetch: never })
    let status: number | undefined
    const responding = proxy(new Request('http://desk.test/api/v1.0/ping'))?.then(
      (response) => (status = response.status),
    )
    // The desk gives up after 120 s.
    await vi.advanceTimersByTimeAsync(125_000)
    expect(status).toBeUndefined()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await responding).toBe(504)
    expect(proxySilenceMs).toBeGreaterThan(135_000)
  })

  it('passes on the time of the service, by which it may say when to try again', async () => {
    const date = 'Sat, 31 Jan 2026 12:00:00 GMT'
    const proxy = await proxyTo((_, response) => response.writeHead(503, { date }).end('{}'))
    expect((await proxy('/api/v1.0/ping')).headers.get('date')).toBe(date)
  })

  it('gives up on a response that has stalled', async () => {
    const proxy = await proxyTo((_, response) => void response.write('{'), { idleTimeoutMs: 50 })

    const response = await proxy('/api/v1.0/jobs/1')

    await expect(response.text()).rejects.toMatchObject({ name: expect.stringMatching(/Error$/) })
  })

  it('keeps the path of the base address', async () => {
    let asked = ''
    const proxy = await proxyTo(
      (request, response) => {
        asked = request.url ?? ''
        response.end('{"ping":"pong"}')
      },
      { basePath: '/collect/' },
    )

    await proxy('/api/v1.0/ping')

    expect(asked).toBe('/collect/api/v1.0/ping')
  })
})

interface RemoteOptions {
  readonly responseTimeoutMs?: number
  readonly idleTimeoutMs?: number
  readonly now?: () => number
  readonly basePath?: string
}

/** Begins to send 5 MB through a proxy that other programs reach. */
async function postLong(remote: RequestListener): Promise<Socket> {
  const proxy = createProxy({ serviceUrl: await startRemote(remote) })
  const listening = await listen({ fetch: (request) => proxy(request)!, host: '127.0.0.1', port: 0 })
  onTestFinished(() => listening.close(0))
  const socket = connect(listening.port, '127.0.0.1').on('error', () => undefined)
  const headers = 'Host: localhost\r\nIdempotency-Key: a\r\nContent-Length: 5000000'
  socket.write(`POST /api/v1.0/jobs HTTP/1.1\r\n${headers}\r\n\r\n`)
  return socket
}

async function startRemote(remote: RequestListener, basePath = '/'): Promise<URL> {
  const server = createServer(remote)
  servers.push(server)
  return new URL(`http://127.0.0.1:${await listenOnFreePort(server)}${basePath}`)
}

async function proxyTo(remote: RequestListener, { basePath, ...timeouts }: RemoteOptions = {}) {
  const proxy = createProxy({ serviceUrl: await startRemote(remote, basePath), ...timeouts })
  return async (path: string, init?: RequestInit): Promise<Response> => {
    const response = proxy(new Request(`http://desk.test${path}`, init))
    if (!response) throw new Error(`${path} was not passed on`)
    return response
  }
}
