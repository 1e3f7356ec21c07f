import { expect, it } from 'vitest'
import { noneOf, percent } from './number-words.ts'

it.each([
  [0, '0%'],
  [1 / 250, '1%'],
  [0.775, '78%'],
  [249 / 250, '99%'],
  [1, '100%'],
])('writes %d as %s', (share, words) => {
  expect(percent(share)).toBe(words)
})

it.each([
  [1, 'No article'],
  [1204, 'None of the 1,204 articles'],
])('says of %d that none does', (count, words) => {
  expect(noneOf(count, 'article')).toBe(words)
})
