import { expect, test } from 'vitest'
import { addressOf } from './banner.ts'

test.each([
  ['127.0.0.1', 'http://localhost:4400'],
  ['::1', 'http://localhost:4400'],
  ['0.0.0.0', 'http://localhost:4400'],
  ['::', 'http://localhost:4400'],
  ['192.0.2.7', 'http://192.0.2.7:4400'],
  ['2001:db8::7', 'http://[2001:db8::7]:4400'],
  ['desk.example', 'http://desk.example:4400'],
])('a service on %s is opened at %s', (host, address) => {
  expect(addressOf(host, 4400)).toBe(address)
})
