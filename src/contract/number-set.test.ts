import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { intersectIds, packIds, subtractIds, uniteIds, unpackIds, type ArticleId } from './ids.ts'
import { createNumberSet, distinctNumbers } from './number-set.ts'

const near = fc.integer({ min: -40, max: 40 })
const numbers = fc.array(fc.oneof(near, fc.maxSafeInteger()).map((number) => number + 0))

it('has the members of a Set, for any safe integers', () => {
  fc.assert(
    fc.property(numbers, numbers, (members, others) => {
      const set = createNumberSet(Float64Array.from(members))
      const asked = [...members, ...others]
      expect(asked.filter((number) => set.has(number))).toEqual(
        asked.filter((number) => members.includes(number)),
      )
    }),
  )
})

it('has the members of a Set, within the range it was made for', () => {
  fc.assert(
    fc.property(numbers, near, near, (members, one, other) => {
      const [least, greatest] = [Math.min(one, other), Math.max(one, other)]
      const set = createNumberSet(Float64Array.from(members), { least, greatest })
      const within = members.filter((number) => number >= least && number <= greatest)
      expect(within.filter((number) => !set.has(number))).toEqual([])
    }),
  )
})

const distinct = (numbers: readonly number[]) => [...distinctNumbers(Float64Array.from(numbers))]

it.each([
  ['nothing at all', [], []],
  ['close together', [3, 1, 3, 2, 1], [3, 1, 2]],
  ['far apart', [9e15, 1, 9e15, -9e15, 1], [9e15, 1, -9e15]],
  ['below zero', [-2, -1, -2, 0], [-2, -1, 0]],
  ['alike in their lower half', [2 ** 32, 2 ** 33, 0, 2 ** 32], [2 ** 32, 2 ** 33, 0]],
])('keeps the first of each number, in order: %s', (_case, numbers, expected) => {
  expect(distinct(numbers)).toEqual(expected)
})

it('keeps the numbers that a Set keeps, for any safe integers', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(near, fc.maxSafeInteger())), (numbers) => {
      // A Set doesn't distinguish -0, and neither does JSON.
      expect(distinct(numbers).map((n) => n + 0)).toEqual([...new Set(numbers)])
    }),
  )
})

it('has thousands of numbers that are close together, each once, and not those between them', () => {
  const members = Array.from({ length: 3_000 }, (_, index) => 7 + index * 2)
  const set = createNumberSet(Float64Array.from(members))
  expect(Array.from({ length: 6_100 }, (_, number) => number).filter((number) => set.has(number))).toEqual(
    members,
  )
  // Bit operations only see the lower half of a place.
  expect([7 + 2 ** 32, 7 - 2 ** 32].filter((number) => set.has(number))).toEqual([])
  expect(distinct([...members, ...members])).toEqual(members)
})

const ids: fc.Arbitrary<ArticleId[]> = fc.array(
  fc.oneof(near, fc.maxSafeInteger(), fc.constantFrom('7', 'a', '-3')).map((id) => (id === 0 ? 0 : id)),
)

it('unites, intersects and subtracts as sets do, numbers apart from texts, in order', () => {
  fc.assert(
    fc.property(ids, ids, (one, other) => {
      const [a, b] = [packIds(one), packIds(other)]
      const inOther = new Set(other)
      expect(unpackIds(intersectIds(a, b))).toEqual(unpackIds(a).filter((id) => inOther.has(id)))
      expect(unpackIds(subtractIds(a, b))).toEqual(unpackIds(a).filter((id) => !inOther.has(id)))
      expect(new Set(unpackIds(uniteIds([a, b])))).toEqual(new Set([...one, ...other]))
    }),
  )
})
