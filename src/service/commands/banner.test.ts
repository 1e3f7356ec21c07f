import { expect, test } from 'vitest'
import { addressOf, writeBanner } from './banner.ts'

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

test('the key is shown only on a terminal, since output elsewhere is kept and read by others', () => {
  const facts = {
    address: 'http://localhost:4400',
    hasDesk: true,
    isOpenToOthers: false,
    data: '/data',
    firstAccount: { id: 1, email: 'editor@localhost', key: 'the-key', keyFile: '/data/key.txt' },
    settingsLink: undefined,
  }

  expect(writeBanner({ ...facts, isTerminal: true })).toMatch(
    /API key +the-key\n[^]*Kept in +\/data\/key\.txt/,
  )
  expect(writeBanner({ ...facts, isTerminal: false })).toMatch(/API key +in \/data\/key\.txt/)
  expect(writeBanner({ ...facts, isTerminal: false })).not.toContain('the-key')
})

test('a key that is not in the directory is not reported as changed: another process may keep it', () => {
  const firstAccount = { id: 1, email: 'editor@localhost', key: undefined, keyFile: undefined }
  const banner = writeBanner({
    address: 'http://localhost:4400',
    hasDesk: true,
    isOpenToOthers: false,
    isTerminal: false,
    data: 'PostgreSQL',
    firstAccount,
    settingsLink: undefined,
  })

  expect(banner).toMatch(/API key +not known here: changed since, or made elsewhere/)
})
