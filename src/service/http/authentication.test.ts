import type { Context } from 'hono'
import { expect, test } from 'vitest'
import { basic } from '../testing/test-service.ts'
import { clientAddress, readBasic } from './authentication.ts'
import type { Environment } from './environment.ts'

test.each([
  [basic('a@b.c', 'key'), { email: 'a@b.c', key: 'key' }],
  [basic('zoë@b.c', 'ключ:с:двоеточиями'), { email: 'zoë@b.c', key: 'ключ:с:двоеточиями' }],
  ['bAsIc   YTpi', { email: 'a', key: 'b' }],
  [basic('a@b.c', ''), { email: 'a@b.c', key: '' }],
  [undefined, undefined],
  ['', undefined],
  ['Basic', undefined],
  ['Basic !!!!', undefined],
  ['Basic YQ==', undefined],
  [basic('', 'key'), undefined],
  ['Bearer YTpi', undefined],
  [basic('a@b.c', 'x'.repeat(100_000)), undefined],
])('reads the Authorization header %j', (header, credentials) => {
  expect(readBasic(header)).toEqual(credentials)
})

const asked = (remoteAddress: string | undefined, forwarded?: string): Context<Environment> =>
  ({
    env: remoteAddress ? { incoming: { socket: { remoteAddress } } } : {},
    req: { header: () => forwarded },
  }) as unknown as Context<Environment>

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8::3:4:5:6:7', '2001:db8:0:3'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  [undefined, 'unknown'],
])('a client at %s is counted as %s', (remote, counted) => {
  expect(clientAddress(asked(remote), false)).toBe(counted)
})

test.each([
  ['203.0.113.9:50123', '203.0.113.9'],
  ['[2001:db8:1:2:3:4:5:6]:50123', '2001:db8:1:2'],
  ['[2001:db8:1:2:3:4:5:6]', '2001:db8:1:2'],
])('a client that a proxy reports as %s is counted as %s, whatever its port', (forwarded, counted) => {
  expect(clientAddress(asked('192.0.2.1', forwarded), true)).toBe(counted)
})

test('only X-Forwarded-For of a trusted proxy counts, and of that the last entry', () => {
  const request = asked('192.0.2.1', '198.51.100.7, 203.0.113.9')

  expect(clientAddress(request, false)).toBe('192.0.2.1')
  expect(clientAddress(request, true)).toBe('203.0.113.9')
})
