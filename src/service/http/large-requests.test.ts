import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobsPath, pingPath } from '../../contract/paths.ts'
import type { TestService } from '../testing/test-service.ts'
import { basic, startTestService } from '../testing/test-service.ts'
import type { Listening } from './server.ts'
import { listen } from './server.ts'

const maxPerAccount = 4
const bodyWith = (ids: number): string =>
  JSON.stringify({ ids_to_skip: Array.from({ length: ids }, (_, index) => 9_999_999 - index) })
/** Just large. */
const largeBody = bodyWith(20_000)

let it: TestService
let listening: Listening
let colleague: { email: string; key: string }
const logged: Readonly<Record<string, unknown>>[] = []

beforeAll(async () => {
  it = await startTestService({ log: (entry) => logged.push(entry) })
  colleague = await it.accounts.add('colleague@example.org')
  listening = await listen({ fetch: it.service.fetch, host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await listening.close(0)
  await it.stop()
})

/** Starts a POST without its body. */
async function begin(as: { email: string; key: string }, header: string): Promise<Socket> {
  const socket = connect(listening.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(
    `POST ${jobsPath} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${basic(as.email, as.key)}\r\n` +
      `Content-Type: application/json\r\n${header}\r\n\r\n`,
  )
  return socket
}

const beginLarge = (body: string): Promise<Socket> => begin(it.editor, `Content-Length: ${body.length}`)

async function responseOf(socket: Socket): Promise<string> {
  const [data] = (await once(socket, 'data')) as [Buffer]
  return data.toString()
}

/** Starts one more than an account may have. @returns the response to the refused one, and the others */
async function fillUp(): Promise<{ refusal: string; held: Socket[] }> {
  const begun = await Promise.all(Array.from({ length: maxPerAccount + 1 }, () => beginLarge(largeBody)))
  const [refusal, refused] = await Promise.race(
    begun.map(async (socket) => [await responseOf(socket), socket] as const),
  )
  return { refusal, held: begun.filter((socket) => socket !== refused) }
}

const post = (body: string, as = it.editor): Promise<Response> =>
  fetch(`http://127.0.0.1:${listening.port}${jobsPath}`, {
    method: 'POST',
    headers: { Authorization: basic(as.email, as.key), 'Content-Type': 'application/json' },
    body,
  })

const countJobs = async (): Promise<number> => (await it.database.query('select from jobs')).rowCount

test('four large requests of an account are read at once, the next is refused unread, and others go on', async () => {
  const { refusal, held } = await fillUp()
  expect(refusal).toMatch(/^HTTP\/1.1 503 [^]*retry-after: 5/i)

  const responses = [
    await fetch(`http://127.0.0.1:${listening.port}${pingPath}`),
    await post('{}'),
    await post(largeBody, colleague),
  ]
  expect(responses.map(({ status }) => status)).toEqual([200, 201, 201])

  const late = held.map(responseOf)
  for (const socket of held) socket.write(largeBody)
  for (const response of await Promise.all(late)) expect(response).toMatch(/^HTTP\/1.1 201 /)
  for (const socket of held) socket.destroy()
  expect((await post(largeBody)).status).toBe(201)
})

test('a body of unknown length counts as large once it is', async () => {
  const { held } = await fillUp()
  const short = await begin(it.editor, 'Transfer-Encoding: chunked')
  short.write('2\r\n{}\r\n0\r\n\r\n')
  expect(await responseOf(short)).toMatch(/^HTTP\/1.1 201 /)

  const large = await begin(it.editor, 'Transfer-Encoding: chunked')
  large.write(`20001\r\n${' '.repeat(0x20001)}\r\n`)
  expect(await responseOf(large)).toMatch(/^HTTP\/1.1 503 /)
  for (const socket of [...held, short, large]) socket.destroy()
})

test('no job is made for a client that left while its request was being read', async () => {
  // Wait until those of the previous test are gone.
  await expect.poll(async () => (await post(largeBody)).status).toBe(201)
  // So long that the client has left before it is read.
  const longBody = bodyWith(1_000_000)
  const before = await countJobs()
  logged.length = 0
  const socket = await beginLarge(longBody)
  await new Promise((sent) => socket.write(longBody, sent))
  socket.destroy()
  const ended = () => logged.filter(({ path }) => path === jobsPath)
  await expect.poll(ended).toMatchObject([{ cutShort: true }])

  expect(await countJobs()).toBe(before)
})
