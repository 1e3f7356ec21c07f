import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { intersectIds, packIds, subtractIds, uniteIds, unpackIds, type ArticleId } from './ids.ts'
import { createNumberSet } from './number-set.ts'

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
