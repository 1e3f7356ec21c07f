import { expect, it } from 'vitest'
import { percent } from './counted.ts'

it.each([
  [0, '0 %'],
  [0.775, '78 %'],
  [249 / 250, '99 %'],
  [1, '100 %'],
])('writes %d as %s', (share, words) => {
  expect(percent(share)).toBe(words)
})
