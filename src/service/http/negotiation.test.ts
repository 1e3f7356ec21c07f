import { expect, test } from 'vitest'
import { chooseEncoding, matchesEtag } from './negotiation.ts'

test.each([
  ['', ''],
  ['identity', ''],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['*', 'br'],
  ['*;q=0', ''],
  ['GZIP ; q=0.5', 'gzip'],
])('Accept-Encoding %j gets %j', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding)
})

test.each([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
])('If-None-Match %s matches "a": %s', (header, matches) => {
  expect(matchesEtag(header, '"a"')).toBe(matches)
})
