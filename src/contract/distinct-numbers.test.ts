import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { distinctNumbers } from './distinct-numbers.ts'

const distinct = (numbers: readonly number[]) => [...distinctNumbers(Float64Array.from(numbers))]

it.each([
  ['nothing at all', [], []],
  ['close together', [3, 1, 3, 2, 1], [3, 1, 2]],
  ['far apart', [9e15, 1, 9e15, -9e15, 1], [9e15, 1, -9e15]],
  ['below zero', [-2, -1, -2, 0], [-2, -1, 0]],
  ['alike in their lower half', [2 ** 32, 2 ** 33, 0, 2 ** 32], [2 ** 32, 2 ** 33, 0]],
])('keeps the first of each, in order: %s', (_case, numbers, expected) => {
  expect(distinct(numbers)).toEqual(expected)
})

it('agrees with a Set for any safe integers', () => {
  const near = fc.integer({ min: -40, max: 40 })
  fc.assert(
    fc.property(fc.array(fc.oneof(near, fc.maxSafeInteger())), (numbers) => {
      // A Set doesn't distinguish -0, and neither does JSON.
      expect(distinct(numbers).map((n) => n + 0)).toEqual([...new Set(numbers)])
    }),
  )
})
