import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { asProblem } from './problems.ts'
import { readBytes } from './read-bytes.ts'
import type { Listening, ListenOptions } from './server.ts'
import { connectionLimits, listen } from './server.ts'
import { createGate } from '../../testing/create-gate.ts'

const started: Listening[] = []

afterEach(async () => {
  await Promise.all(started.splice(0).map((listening) => listening.close(0)))
})

async function start(
  handler: (request: Request) => Response | Promise<Response>,
  options: Partial<ListenOptions> = {},
): Promise<Listening> {
  const listening = await listen({ fetch: handler, host: '127.0.0.1', port: 0, ...options })
  started.push(listening)
  return listening
}

const ok = () => new Response('ok')
const echo = async (request: Request) => new Response(await request.text().catch(() => 'broke off'))
/** A handler that never answers, and when its first request has arrived. */
function neverAnswering() {
  const [begun, begin] = createGate()
  const handler = () => {
    begin()
    return new Promise<Response>(() => undefined)
  }
  return { handler, begun }
}

const urlOf = ({ port }: Listening): string => `http://127.0.0.1:${port}/`

async function open({ port }: Listening): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

const closed = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.on('close', () => resolve(text))
  })

/** Sends a request that leaves the connection open. @returns the response, which ends with "ok" */
const ask = (socket: Socket, path = '/'): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    const onData = (chunk: Buffer) => {
      text += chunk.toString()
      if (/\r\n\r\n(?:ok|2\r\nok\r\n0\r\n\r\n)$/.test(text)) end()
    }
    const end = () => {
      socket.off('data', onData).off('close', end)
      resolve(text)
    }
    socket.on('data', onData).on('close', end)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  })

test('a client has 10 s for its headers and 30 s for its request', () => {
  expect(connectionLimits).toMatchObject({ headersWithinMs: 10_000, requestWithinMs: 30_000 })
})

test('a client that sends headers too slowly is cut off, and others are served meanwhile', async () => {
  const listening = await start(ok, { limits: { headersWithinMs: 1_000, checkEveryMs: 50 } })
  const other = await open(listening)
  await ask(other)
  const socket = await open(listening)
  const end = closed(socket)
  const drip = setInterval(() => socket.write('X'), 50)
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n')

  expect(await ask(other)).toContain('200 OK')
  expect(await end).toContain('408')
  clearInterval(drip)
})

test('a client that sends a body too slowly is cut off', async () => {
  const listening = await start(echo, {
    limits: { headersWithinMs: 200, requestWithinMs: 300, checkEveryMs: 50 },
  })
  const socket = await open(listening)
  const end = closed(socket)
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nslow')

  expect(await end).toContain('408')
})

test('a client that connects and sends nothing is cut off', async () => {
  const listening = await start(ok, { limits: { silenceMs: 200 } })

  expect(await closed(await open(listening))).toBe('')
})

test('an idle connection outlasts those of nginx and of load balancers, which are kept for 60 s', async () => {
  const { headers } = await fetch(urlOf(await start(ok)))

  expect(Number(headers.get('Keep-Alive')?.replace('timeout=', ''))).toBeGreaterThan(60)
})

test('the limit on silence does not apply between two requests', async () => {
  const listening = await start(ok, { limits: { silenceMs: 600 } })
  const kept = await open(listening)
  await ask(kept)
  // By then it has been silent for as long.
  await closed(await open(listening))

  expect(await ask(kept)).toContain('200 OK')
})

test('the connection that has been idle longest is closed for a new one, but none in use', async () => {
  const [finished, finish] = createGate()
  const handler = async (request: Request) => {
    if (request.url.endsWith('/work')) await finished
    return ok()
  }
  const listening = await start(handler, { limits: { connections: 3 } })
  const atWork = await open(listening)
  const worked = ask(atWork, '/work')
  const [longest, shorter] = [await open(listening), await open(listening)]
  await ask(shorter)
  await ask(longest)
  await ask(shorter)
  const givenUp = closed(longest)

  const added = await open(listening)
  expect(await ask(added)).toContain('200 OK')
  expect(await givenUp).toBe('')
  expect(await ask(shorter)).toContain('200 OK')
  finish()
  expect(await worked).toContain('200 OK')
})

test('connections that never send anything make room for others, the oldest first', async () => {
  const listening = await start(ok, { limits: { connections: 2 } })
  const [oldest, newest] = [await open(listening), await open(listening)]
  const givenUp = closed(oldest)

  await expect.poll(async () => (await fetch(urlOf(listening))).status).toBe(200)
  expect(await givenUp).toBe('')
  expect(await ask(newest)).toContain('200 OK')
})

test('a new connection is not closed for the next before its request can have arrived', async () => {
  // Its time to arrive never ends, however busy the machine is.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { handler, begun } = neverAnswering()
  const listening = await start(handler, { limits: { connections: 1 } })
  void ask(await open(listening), '/work')
  await begun
  const [first, second] = [await open(listening), await open(listening)]

  expect(await ask(first)).toContain('Too many connections are open.')
  expect(await ask(second)).toContain('Too many connections are open.')
})

test('connections in use are limited, and there is room again when they end', async () => {
  let begun = 0
  const handler = async (request: Request) => {
    if (!request.url.endsWith('/work')) return ok()
    begun += 1
    return new Promise<Response>(() => undefined)
  }
  const listening = await start(handler, { limits: { connections: 2 } })
  const atWork = [await open(listening), await open(listening)]
  for (const socket of atWork) void ask(socket, '/work')
  await expect.poll(() => begun).toBe(2)

  const refused = await fetch(urlOf(listening))
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5'])
  for (const socket of atWork) socket.destroy()
  await expect.poll(async () => (await fetch(urlOf(listening))).status).toBe(200)
})

test('a request in progress when the service stops is completed, and its connection is closed', async () => {
  const [finished, finish] = createGate()
  const [begun, begin] = createGate()
  const listening = await start(async () => {
    begin()
    await finished
    return new Response('finished')
  })
  const response = say(listening, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await begun
  const stopped = listening.close(3_600_000)
  finish()
  await stopped

  expect(await response).toMatch(/^HTTP\/1.1 200 OK[^]*Connection: close[^]*finished/i)
  await expect(fetch(urlOf(listening))).rejects.toThrow('fetch failed')
})

test('an idle connection is closed at once when the service stops', async () => {
  const listening = await start(ok)
  const kept = await open(listening)
  await ask(kept)
  const end = closed(kept)
  await listening.close(3_600_000)

  expect(await end).toBe('')
})

test('a request that does not end in time is cut off', async () => {
  const { handler, begun } = neverAnswering()
  const listening = await start(handler)
  const response = fetch(urlOf(listening))
  await begun
  await Promise.all([listening.close(200), expect(response).rejects.toThrow('fetch failed')])
})

test('a port in use is an error, or the next one is used', async () => {
  const { port } = await start(ok)

  await expect(start(ok, { port })).rejects.toThrow('EADDRINUSE')
  expect((await start(ok, { port, orNext: true })).port).toBeGreaterThan(port)
})

const say = async (listening: Listening, request: string): Promise<string> => {
  const socket = await open(listening)
  const end = closed(socket)
  socket.write(request)
  return end
}

test.each([
  ['not HTTP', 'HELLO\r\n\r\n', 400],
  ['without a Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['for a Host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
  [
    'with a length twice',
    'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
  ],
  [
    'with an expectation',
    'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\nConnection: close\r\n\r\n',
    417,
  ],
  ['with 20 KB of headers', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['for a tunnel', 'CONNECT elsewhere:443 HTTP/1.1\r\nHost: elsewhere:443\r\n\r\n', 400],
])('a request %s gets a problem', async (_, request, status) => {
  const response = await say(await start(ok), request)
  const [head = '', body = ''] = response.split('\r\n\r\n')

  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head.toLowerCase()).toContain('content-type: application/problem+json')
  expect(head.toLowerCase()).toContain('x-content-type-options: nosniff')
  expect(JSON.parse(body)).toMatchObject({ type: 'about:blank', status })
})

test('a client that is too slow, or waits too long for a response, is told so', async () => {
  const limits = { headersWithinMs: 200, requestWithinMs: 300, checkEveryMs: 50 }
  const slow = await say(await start(echo, { limits }), 'GET / HTTP/1.1\r\nHost: localhost\r\n')
  const endless = await start(() => new Promise<Response>(() => undefined), { limits: { silenceMs: 600 } })
  const waited = await say(endless, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const posted = await say(endless, 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n')

  expect(slow).toMatch(/^HTTP\/1.1 408 [^]*application\/problem\+json/)
  expect(waited).toMatch(/^HTTP\/1.1 503 [^]*application\/problem\+json[^]*retry-after: 5/i)
  // It may have been done.
  expect(posted).toMatch(/^HTTP\/1.1 500 [^]*application\/problem\+json/)
  expect(posted).not.toMatch(/retry-after/i)
})

const most = 100_000
const refuseLong = (request: Request) =>
  readBytes(request, most).then(ok, (error: unknown) => asProblem(error).toResponse())

test.each([
  ['the first of it, of a length that is too large', refuseLong, `Content-Length: ${5 * most}`, 413],
  ['as much as it takes', refuseLong, 'Transfer-Encoding: chunked', 413],
  ['none of it', ok, `Content-Length: ${5 * most}`, 200],
  [
    'none of it, on a connection that is not kept',
    ok,
    `Content-Length: ${5 * most}\r\nConnection: close`,
    200,
  ],
  [
    'as much as it takes, on such a connection',
    refuseLong,
    'Transfer-Encoding: chunked\r\nConnection: close',
    413,
  ],
])(
  'a client that sends its whole request before it reads gets the response to %s',
  async (_, handler, header, status) => {
    const socket = await open(await start(handler))
    const gone = new Promise((resolve) => socket.once('close', () => resolve('closed')))
    socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\n${header}\r\n\r\n`)
    for (let sent = 0; sent < 5; sent += 1) {
      const part = ' '.repeat(most)
      socket.write(header.includes('chunked') ? `${most.toString(16)}\r\n${part}\r\n` : part)
      await setTimeout(200)
    }
    socket.write(header.includes('chunked') ? '0\r\n\r\n' : '')
    const response = await Promise.race([once(socket, 'data'), gone])

    expect(String(response)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    // A kept connection takes the next request.
    expect(header.includes('close') ? '200 OK' : await ask(socket)).toContain('200 OK')
    socket.destroy()
  },
)

test.each([
  ['127.0.0.1', [], 'localhost', 200],
  ['127.0.0.1', [], 'LOCALHOST.:4400', 200],
  ['127.0.0.1', [], '127.0.0.1:80', 200],
  ['127.0.0.1', [], '[::1]:4400', 200],
  ['127.0.0.1', [], 'evil.example', 421],
  ['127.0.0.1', [], 'localhost.evil.example', 421],
  ['127.0.0.1', [], '192.0.2.1', 421],
  ['127.0.0.1', ['Desk.example'], 'desk.example:443', 200],
  ['127.0.0.1', ['desk.example'], 'evil.example', 421],
  // As browsers send it.
  ['127.0.0.1', ['Bücher.example'], 'xn--bcher-kva.example', 200],
  ['localhost', [], 'evil.example', 421],
  ['0.0.0.0', [], 'desk.example', 200],
  ['0.0.0.0', ['desk.example'], 'desk.example', 200],
  ['0.0.0.0', ['desk.example'], 'evil.example', 421],
])(
  'a service on %s with the names %j responds to a request to %s with %i',
  async (host, allowedHosts, name, status) => {
    const listening = await start(ok, { host, allowedHosts })
    const response = await say(listening, `GET / HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`)

    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  },
)

test('connections that are reset after CONNECT do not end the process', async () => {
  const listening = await start(ok)
  for (let round = 0; round < 50; round += 1) {
    const socket = await open(listening)
    socket.write('CONNECT other.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await setTimeout(round % 4)
    socket.resetAndDestroy()
    await once(socket, 'close')
  }

  expect(await (await fetch(urlOf(listening))).text()).toBe('ok')
})

test('a client that leaves while nobody has read its request does not end the process', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown): void => void unhandled.push(error)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const listening = await start(async (request) => {
    // As long as it takes to find that the key is wrong.
    if (request.method === 'POST') await once(request.signal, 'abort')
    return ok()
  })
  const socket = await open(listening)
  const end = closed(socket)
  socket.end('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n\r\n{')
  await end

  expect(await (await fetch(urlOf(listening))).text()).toBe('ok')
  expect(unhandled).toEqual([])
})
