import { connect } from 'node:net'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Environment } from './environment.ts'
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
