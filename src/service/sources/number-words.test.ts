import { expect, test } from 'vitest'
import { pluralize } from './number-words.ts'

test.each([
  [pluralize(0, 'article'), '0 articles'],
  [pluralize(1, 'article'), '1 article'],
  [pluralize(1_204, 'article'), '1,204 articles'],
  [pluralize(1, 'source needs', 'sources need'), '1 source needs'],
  [pluralize(2, 'source needs', 'sources need'), '2 sources need'],
])('a count in words: %s', (words, expected) => {
  expect(words).toBe(expected)
})
