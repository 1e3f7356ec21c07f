import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test.each([
  [counted(0, 'article'), '0 articles'],
  [counted(1, 'article'), '1 article'],
  [counted(1_204, 'article'), '1,204 articles'],
  [counted(1, 'source needs', 'sources need'), '1 source needs'],
  [counted(2, 'source needs', 'sources need'), '2 sources need'],
])('a count in words: %s', (words, expected) => {
  expect(words).toBe(expected)
})
