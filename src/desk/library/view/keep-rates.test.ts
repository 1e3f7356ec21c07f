import { expect, it } from 'vitest'
import { wilsonInterval } from './keep-rates.ts'

it.each([
  [0, 0, 0, 1],
  [0, 1, 0, 0.79],
  [1, 1, 0.21, 1],
  [5, 10, 0.24, 0.76],
  [31, 40, 0.62, 0.88],
  [775, 1000, 0.75, 0.8],
])('with %i kept of %i the true share lies between %d and %d', (kept, decided, low, high) => {
  const likely = wilsonInterval(kept, decided)
  expect(likely.low).toBeCloseTo(low, 2)
  expect(likely.high).toBeCloseTo(high, 2)
})
