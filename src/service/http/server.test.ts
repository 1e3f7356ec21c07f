import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { Listening, ListenOptions } from './server.ts'
import { connectionLimits, listen } from './server.ts'

const started: Listening[] = []

afterEach(async () => {
  await Promise.all(started.splice(0).map((listening) => listening.close(0)))
})

async function start(
  answer: (request: Request) => Response | Promise<Response>,
  options: Partial<ListenOptions> = {},
): Promise<Listening> {
  const listening = await listen({ fetch: answer, host: '127.0.0.1', port: 0, ...options })
  started.push(listening)
  return listening
}

const ok = () => new Response('ok')
const echo = async (request: Request) => new Response(await request.text().catch(() => 'broke off'))
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

test('a client has 10 s for its headers and 30 s for its request', () => {
  expect(connectionLimits).toMatchObject({ headersWithinMs: 10_000, requestWithinMs: 30_000 })
})

test('who sends headers too slowly is cut off, and others are served in the meantime', async () => {
  const listening = await start(ok, { limits: { headersWithinMs: 300, checkEveryMs: 50 } })
  const socket = await open(listening)
  const end = closed(socket)
  const drip = setInterval(() => socket.write('X'), 50)
  socket.write('GET / HTTP/1.1\r\nHost: desk.test\r\n')

  expect(await (await fetch(urlOf(listening))).text()).toBe('ok')
  expect(await end).toContain('408')
  clearInterval(drip)
})

test('who sends a body too slowly is cut off', async () => {
  const listening = await start(echo, {
    limits: { headersWithinMs: 200, requestWithinMs: 300, checkEveryMs: 50 },
  })
  const socket = await open(listening)
  const end = closed(socket)
  socket.write('POST / HTTP/1.1\r\nHost: desk.test\r\nContent-Length: 1000\r\n\r\nslow')

  expect(await end).toContain('408')
})

test('who opens a connection and says nothing is cut off', async () => {
  const listening = await start(ok, { limits: { silenceMs: 200 } })

  expect(await closed(await open(listening))).toBe('')
})

test('there is a cap on connections, and room again when they go', async () => {
  const listening = await start(ok, { limits: { connections: 2 } })
  const kept = [await open(listening), await open(listening)]

  await expect(fetch(urlOf(listening))).rejects.toThrow('fetch failed')
  for (const socket of kept) socket.destroy()
  await delay(50)
  expect((await fetch(urlOf(listening))).status).toBe(200)
})

test('a request that runs when the service is told to stop is answered to its end', async () => {
  const listening = await start(async () => {
    await delay(300)
    return new Response('finished')
  })
  const answer = fetch(urlOf(listening))
  await delay(100)
  await listening.close(5_000)

  expect(await (await answer).text()).toBe('finished')
  await expect(fetch(urlOf(listening))).rejects.toThrow('fetch failed')
})

test('what has not ended in time is cut off', async () => {
  const listening = await start(() => new Promise<Response>(() => undefined))
  const answer = fetch(urlOf(listening))
  await delay(100)
  const startedAt = performance.now()
  await Promise.all([listening.close(200), expect(answer).rejects.toThrow('fetch failed')])

  expect(performance.now() - startedAt).toBeLessThan(2_000)
})

test('a port that is taken is an error, or the next one is used', async () => {
  const { port } = await start(ok)

  await expect(start(ok, { port })).rejects.toThrow('EADDRINUSE')
  expect((await start(ok, { port, orNext: true })).port).toBeGreaterThan(port)
})
