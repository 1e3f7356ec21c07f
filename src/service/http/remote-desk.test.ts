import { createServer } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listenOnFreePort } from '../testing/free-port.ts'
import type { Log } from './log.ts'
import { createRemoteDesk } from './remote-desk.ts'
import { listen } from './server.ts'

const start = (service: string, log: Log = () => undefined) =>
  createRemoteDesk({ serviceUrl: new URL(service), desk: (_, next) => next(), log })

test.each([
  ['https://remote.test', 'https://remote.test/settings'],
  ['https://remote.test/', 'https://remote.test/settings'],
  ['https://remote.test/collect/', 'https://remote.test/collect/settings'],
])('the settings page of %s is that of the service', async (service, settings) => {
  const response = await start(service).request('/settings')

  expect([response.status, response.headers.get('Location')]).toEqual([302, settings])
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
})

test('what neither the desk nor the service has is not found', async () => {
  expect((await start('https://remote.test').request('/elsewhere')).status).toBe(404)
})

test('a response that the service breaks off is logged, and nothing else prints its error', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => printed.mockRestore())
  const service = createServer((_, response) => {
    response.write('{"id":1,', () => response.destroy())
  })
  const entries: unknown[] = []
  const desk = start(`http://127.0.0.1:${await listenOnFreePort(service)}`, (entry) => entries.push(entry))
  const listening = await listen({ fetch: desk.fetch, host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await listening.close(0)
    service.close()
  })

  const response = fetch(`http://127.0.0.1:${listening.port}/api/v1.0/jobs/1`)
  await expect(response.then((broken) => broken.text())).rejects.toThrow(/terminated|fetch failed/)
  await expect
    .poll(() => entries)
    .toMatchObject([{ status: 200, cutShort: true, error: 'TypeError: terminated' }])
  expect(printed).not.toHaveBeenCalled()
})
