import { expect, test } from 'vitest'
import { createRemoteDesk } from './remote-desk.ts'

const start = (service: string) =>
  createRemoteDesk({ serviceUrl: new URL(service), desk: (_, next) => next(), log: () => undefined })

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
