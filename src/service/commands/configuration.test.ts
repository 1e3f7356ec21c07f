import { expect, test } from 'vitest'
import { readConfiguration, readPrivateHost } from './configuration.ts'

const trustsProxy = (given: string | undefined): boolean =>
  readConfiguration({ TRUST_PROXY: given }, false).trustProxy

test.each([
  ['yes', true],
  ['1', true],
  ['True', true],
  ['no', false],
  ['0', false],
  ['false', false],
  ['', false],
  [undefined, false],
])('TRUST_PROXY=%s: %s', (given, expected) => {
  expect(trustsProxy(given)).toBe(expected)
})

// Taken for "no", it would count all editors behind the proxy as one address.
test.each(['on', 'y', '10.0.0.0/8'])('TRUST_PROXY=%s is refused', (given) => {
  expect(() => trustsProxy(given)).toThrow('TRUST_PROXY must be yes or no.')
})

test.each([
  ['8080', 8080],
  ['0', 0],
  ['', undefined],
  [undefined, undefined],
])('PORT=%s: %s', (given, expected) => {
  expect(readConfiguration({ PORT: given }, false).port).toBe(expected)
})

// In a link, it would lead nowhere.
test.each(['65536', '-1', '80a', 'http'])('PORT=%s is refused', (given) => {
  expect(() => readConfiguration({ PORT: given }, false)).toThrow(
    'PORT must be a whole number from 0 to 65535.',
  )
})

test.each(['postgres://one,two/desk', 'postgresql:///desk?host=/var/run/postgresql', undefined])(
  'DATABASE_URL=%s is taken',
  (given) => {
    expect(readConfiguration({ DATABASE_URL: given }, false).databaseUrl).toBe(given)
  },
)

// The driver would look for a host called "base", or for PostgreSQL on MySQL's host.
test.each(['nonsense', 'db.example', 'mysql://root@db.example/desk'])(
  'the database %s is refused',
  (given) => {
    for (const name of ['DATABASE_URL', 'DATABASE_READ_URL', 'DATABASE_LISTEN_URL'])
      expect(() => readConfiguration({ [name]: given }, false)).toThrow(
        `${name} must begin with postgres://.`,
      )
  },
)

// The driver reads it only when it connects, and then names no variable.
test.each(['postgres://desk:pass#word@db.example/desk', 'postgres://one:5432,two:99999/desk'])(
  'the database %s is refused, without the password',
  (given) => {
    for (const name of ['DATABASE_URL', 'DATABASE_READ_URL', 'DATABASE_LISTEN_URL']) {
      const read = () => readConfiguration({ [name]: given }, false)
      expect(read).toThrow(`${name} is not an address.`)
      expect(read).not.toThrow(/#word|99999/)
    }
  },
)

test.each(['wiki', 'wiki.test:8080', '10.0.0.7', '127.1:80', '::1', '[fd00::1]:8080', 'Büro.test'])(
  '--allow-private %s is taken',
  (given) => {
    expect(readPrivateHost(given)).toBe(given)
  },
)

// It would allow nothing, and nobody would know why.
test.each(['http://wiki.test', 'wiki.test/feed', 'wiki.test,10.0.0.7', '10.0.0.0/8', ''])(
  '--allow-private %s is refused',
  (given) => {
    expect(() => readPrivateHost(given)).toThrow('--allow-private must be a host, or a host with its port.')
  },
)
