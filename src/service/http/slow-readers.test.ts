import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { jobPath } from '../../contract/paths.ts'
import { putArticles } from '../testing/test-jobs.ts'
import type { TestService } from '../testing/test-service.ts'
import { basic, startTestService } from '../testing/test-service.ts'
import { listen } from './server.ts'

const maxPerAccount = 32
const maxPerAddress = 500

test('an account whose slow clients read many jobs at once is refused another, and other accounts are served', async () => {
  const it = await startTestService()
  const colleague = await it.accounts.add('colleague@example.org')
  const listening = await listen({ fetch: it.service.fetch, host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await listening.close(0)
    await it.stop()
  })
  // Too long for the buffers of a connection, and quickly indexed.
  const text = '.'.repeat(650_000)
  await putArticles(
    it.database,
    Array.from({ length: 10 }, () => ({ text })),
  )
  const createJob = async (as: TestService['editor']): Promise<string> => {
    const id = await it.createJob({ article_count: 101 }, as)
    await it.finished(id, as)
    return jobPath(id)
  }
  const [path, other] = [await createJob(it.editor), await createJob(colleague)]
  const get = async (at: string, as: TestService['editor']) => {
    const response = await fetch(`http://127.0.0.1:${listening.port}${at}`, {
      headers: { Authorization: basic(as.email, as.key) },
    })
    await response.body?.cancel()
    return response
  }

  const slow: Socket[] = []
  for (let reader = 0; reader < maxPerAccount; reader += 1) {
    const socket = connect(listening.port, '127.0.0.1')
    slow.push(socket)
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${basic(it.editor.email, it.editor.key)}\r\n\r\n`,
    )
    await once(socket, 'readable')
  }
  const refused = await get(path, it.editor)
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1'])
  expect((await get(other, colleague)).status).toBe(200)

  for (const socket of slow) socket.destroy()
  await expect.poll(async () => (await get(path, it.editor)).status).toBe(200)
})

test('an address that finishes none of its many requests is refused another, and other addresses are served', async () => {
  const it = await startTestService({ trustProxy: true })
  const listening = await listen({ fetch: it.service.fetch, host: '127.0.0.1', port: 0 })
  const unfinished: Socket[] = []
  onTestFinished(async () => {
    for (const socket of unfinished) socket.destroy()
    await listening.close(0)
    await it.stop()
  })
  const statusFor = async (address: string): Promise<number> => {
    const headers = { 'X-Forwarded-For': address }
    return (await fetch(`http://127.0.0.1:${listening.port}/api/v1.0/ping`, { headers })).status
  }

  for (let request = 0; request < maxPerAddress; request += 1) {
    const socket = connect(listening.port, '127.0.0.1')
    unfinished.push(socket)
    socket.write(
      'POST /settings/session HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.1\r\n' +
        'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nkey=',
    )
  }
  await expect.poll(() => statusFor('192.0.2.1')).toBe(429)
  expect(await statusFor('192.0.2.2')).toBe(200)

  unfinished[0]!.destroy()
  await expect.poll(() => statusFor('192.0.2.1')).toBe(200)
})
