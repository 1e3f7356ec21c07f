import { expect, test } from 'vitest'
import { addressKey } from './address-key.ts'

test.each([
  ['http://news.test/a', 'https://www.news.test/a/'],
  ['https://news.test/a?id=1&utm_source=x&fbclid=y', 'https://news.test/a?id=1'],
  ['https://news.test/a?b=1&a=2', 'https://news.test/a?a=2&b=1'],
  ['https://NEWS.test:443/a#top', 'https://news.test/a'],
  ['https://news.test/?gclid=1', 'https://news.test'],
  ['https://news.test/caf%c3%a9/', 'https://news.test/café'],
  ['https://news.test/a?q=caf%c3%a9', 'https://news.test/a?q=café'],
  ['https://news.test/a?q=caf%e9&b=1', 'https://news.test/a?b=1&q=caf%E9'],
])('%s and %s are the same address', (one, other) => {
  expect(addressKey(one)).toBe(addressKey(other))
})

test.each([
  ['https://news.test/a', 'https://news.test/A'],
  ['https://news.test/a?id=1', 'https://news.test/a?id=2'],
  ['https://news.test/a', 'https://m.news.test/a'],
  ['https://news.test/a%2fb', 'https://news.test/a/b'],
  ['https://news.test/a', 'https://news.test:8443/a'],
  ['https://news.test/a?x=1%26y=2', 'https://news.test/a?x=1&y=2'],
  // In a charset of China.
  ['https://news.test/a?title=%D6%D0', 'https://news.test/a?title=%CE%C4'],
])('%s and %s are different addresses', (one, other) => {
  expect(addressKey(one)).not.toBe(addressKey(other))
})
