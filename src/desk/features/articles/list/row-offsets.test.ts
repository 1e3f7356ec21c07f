import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRowOffsets } from './row-offsets.ts'

describe('the offsets of rows', () => {
  it('are a division until something has been measured', () => {
    const offsets = createRowOffsets(100_000, 100)
    expect(offsets.height()).toBe(10_000_000)
    expect(offsets.offsetOf(4_321)).toBe(432_100)
    expect(offsets.placeAt(432_199)).toBe(4_321)
    expect([offsets.placeAt(-5), offsets.placeAt(1e9)]).toEqual([0, 99_999])
  })

  it('have no row in an empty list', () => {
    expect(createRowOffsets(0, 100).placeAt(50)).toBe(0)
    expect(createRowOffsets(0, 100).height()).toBe(0)
  })

  it('are the sums of the heights, however often and in whatever order those are measured', () => {
    const heights = fc.array(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 300 })), { maxLength: 60 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 41 }), heights, (count, measured) => {
        const offsets = createRowOffsets(count, 100)
        const plain = Array.from({ length: count }, () => 100)
        for (const [place, height] of measured) {
          if (place >= count) continue
          expect(offsets.measure(place, height)).toBe(plain[place] !== height)
          plain[place] = height
        }
        let offset = 0
        for (const [place, height] of plain.entries()) {
          expect(offsets.offsetOf(place)).toBe(offset)
          expect(offsets.placeAt(offset)).toBe(place)
          expect(offsets.placeAt(offset + height - 0.5)).toBe(place)
          offset += height
        }
        expect(offsets.height()).toBe(offset)
      }),
    )
  })
})
