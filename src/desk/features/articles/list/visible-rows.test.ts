import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRowOffsets } from './row-offsets.ts'
import { overscan, visibleRows, rowsToDraw } from './visible-rows.ts'

describe('the visible rows', () => {
  it.each([
    ['at the top', { scrolled: 0 }, [0, 8 + overscan]],
    ['with the list further down the page', { scrolled: -300 }, [0, 5 + overscan]],
    ['in the middle', { scrolled: 5_050 }, [50 - overscan, 59 + overscan]],
    ['at the end', { scrolled: 99_200 }, [992 - overscan, 1_000]],
    ['scrolled past the end', { scrolled: 200_000 }, [999 - overscan, 1_000]],
    ['of an empty list', { scrolled: 0, count: 0 }, [0, 0]],
  ])('%s', (_, view, rows) => {
    expect(
      visibleRows({ count: 1_000, offsets: createRowOffsets(1_000, 100), viewHeight: 800, ...view }),
    ).toEqual(rows)
  })

  it('always include every row in view, and no more than the view and its margins hold', () => {
    const view = fc.record({
      count: fc.nat(100_000),
      rowHeight: fc.integer({ min: 20, max: 400 }),
      scrolled: fc.integer({ min: -2_000, max: 10_000_000 }),
      viewHeight: fc.integer({ min: 100, max: 3_000 }),
    })
    fc.assert(
      fc.property(view, (view) => {
        const [first, end] = visibleRows({ ...view, offsets: createRowOffsets(view.count, view.rowHeight) })
        expect(first).toBeGreaterThanOrEqual(0)
        expect(end).toBeLessThanOrEqual(view.count)
        expect(end - first).toBeLessThanOrEqual(
          Math.ceil(view.viewHeight / view.rowHeight) + 1 + 2 * overscan,
        )
        const seen = Math.floor((view.scrolled + view.viewHeight / 2) / view.rowHeight)
        const row = Math.min(Math.max(seen, 0), view.count - 1)
        expect(row !== seen || (row >= first && row < end)).toBe(true)
      }),
    )
  })
})

describe('the rows to draw', () => {
  it.each([
    [-1, [3, 4]],
    [3, [3, 4]],
    [1, [1, 3, 4]],
    [9, [3, 4, 9]],
  ])('with the keyboard at %i are %j', (kept, rows) => {
    expect(rowsToDraw([3, 5], kept)).toEqual(rows)
  })
})
