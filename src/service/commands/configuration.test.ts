import { expect, test } from 'vitest'
import { readConfiguration } from './configuration.ts'

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
