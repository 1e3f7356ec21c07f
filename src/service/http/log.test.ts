import { connect } from 'node:net'
import { Hono } from 'hono'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Environment } from './environment.ts'
import { respondWithJob } from './job-response.ts'
import { logRequests } from './log.ts'
import { readBytes } from './read-bytes.ts'
import { listen } from './server.ts'

test('an aborted request is one line too', async () => {
  const entries: Readonly<Record<string, unknown>>[] = []
  const app = new Hono<Environment>()
  app.use(logRequests((entry) => entries.push(entry)))
  app.post('/', async (c) => c.body(await readBytes(c.req.raw, 100).then(String, () => 'broke off'), 400))
  const listening = await listen({ fetch: app.fetch, host: '127.0.0.1', port: 0 })
  const socket = connect(listening.port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf', () => socket.destroy())

  await expect.poll(() => entries).toMatchObject([{ method: 'POST', status: 400, cutShort: true }])
  await listening.close(0)
})

test('a response that the database breaks off is logged with the code of its error, which nothing else prints', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => printed.mockRestore())
  const entries: Readonly<Record<string, unknown>>[] = []
  const job = {
    id: 42,
    state: 'success',
    category: '',
    wantedCount: 10,
    isWholeRanking: true,
    version: '1',
  } as const
  const app = new Hono<Environment>()
  app.use(logRequests((entry) => entries.push(entry)))
  app.get('/', (c) =>
    respondWithJob(c, job, async function* () {
      yield [{ id: 1, title: 'A title', text: 'A text' }]
      throw Object.assign(new Error('refused: "A text"'), { severity: 'ERROR', code: '22P02' })
    }),
  )
  const listening = await listen({ fetch: app.fetch, host: '127.0.0.1', port: 0 })
  onTestFinished(() => listening.close(0))

  for (const encoding of ['identity', 'br']) {
    const headers = { 'Accept-Encoding': encoding }
    const response = fetch(`http://127.0.0.1:${listening.port}/`, { headers })
    await expect(response.then((broken) => broken.text())).rejects.toThrow(/terminated|fetch failed/)
  }
  const entry = { status: 200, cutShort: true, error: 'ERROR 22P02' }
  await expect.poll(() => entries).toMatchObject([entry, entry])
  expect(printed).not.toHaveBeenCalled()
})
