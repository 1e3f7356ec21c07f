import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Ordering } from './ordering.ts'
import { createRowOffsets, type RowOffsets } from './row-offsets.ts'

/** Last measured height of each row, by the position of its article, so that heights outlast a search. */
export interface RowHeights {
  readonly offsetsOf: (ordering: Ordering) => RowOffsets
  readonly remember: (position: number, height: number) => void
}

/** @param usual height of rows that have not been drawn yet, in pixels */
export function createHeights(usual: number): RowHeights {
  const known = new Map<number, number>()
  return {
    offsetsOf(ordering) {
      const offsets = createRowOffsets(ordering.count, usual)
      for (const [position, height] of known) {
        const place = ordering.placeOf(position)
        if (place >= 0) offsets.measure(place, height)
      }
      return offsets
    },
    remember: (position, height) => void known.set(position, height),
  }
}

export interface MeasuredList {
  readonly heights: RowHeights
  readonly offsets: RowOffsets
  readonly ordering: Ordering
  readonly top: number
}

/**
 * Measures rows before their first paint, and again when their size changes.
 *
 * @param list its children after the first are the rows
 * @param drawn those rows, in page order
 */
export function useMeasuredRows(
  list: RefObject<HTMLElement | null>,
  drawn: readonly { readonly position: number }[],
  measured: MeasuredList,
): void {
  const { heights } = measured
  const [, drawAgain] = useReducer((turn: number) => turn + 1, 0)
  const observer = useRef<ResizeObserver>(undefined)
  /** Rows in the page and the positions of their articles. */
  const positions = useRef(new Map<Element, number>())
  /** Where the rows in the page were last measured into: others know none, though no row has changed its size since. */
  const measuredFor = useRef<RowHeights>(undefined)
  /** How far the visible rows have moved since the page was last scrolled to compensate. */
  const moved = useRef(0)

  const measure = useEffectEvent((rows: readonly Element[]): boolean => {
    const { offsets, ordering, top } = measured
    const anchor = offsets.placeAt(window.scrollY - top)
    const before = offsets.offsetOf(anchor)
    let isAnother = false
    for (const row of rows) {
      const position = positions.current.get(row)
      const height = row.getBoundingClientRect().height
      if (position === undefined || height === 0) continue
      heights.remember(position, height)
      const place = ordering.placeOf(position)
      if (place >= 0 && offsets.measure(place, height)) isAnother = true
    }
    if (window.scrollY > top) moved.current += offsets.offsetOf(anchor) - before
    return isAnother
  })

  useEffect(() => {
    const rows = positions.current
    return () => {
      observer.current?.disconnect()
      // In development React runs effects twice: the rows in the page are then observed anew.
      observer.current = undefined
      rows.clear()
    }
  }, [])
  useLayoutEffect(() => {
    observer.current ??= new ResizeObserver((entries) => {
      const rows = entries.map(({ target }) => target).filter((row) => row.isConnected)
      // Before the paint: otherwise rows would overlap for a frame.
      if (measure(rows)) flushSync(drawAgain)
    })
    const [, ...rows] = list.current?.children ?? []
    const isAnew = measuredFor.current !== heights
    measuredFor.current = heights
    const added = rows.filter((row) => isAnew || !positions.current.has(row))
    for (const [row] of positions.current) {
      if (row.isConnected) continue
      positions.current.delete(row)
      observer.current.unobserve(row)
    }
    for (const [index, row] of rows.entries()) {
      const position = drawn[index]?.position
      if (position !== undefined) positions.current.set(row, position)
    }
    for (const row of added) observer.current.observe(row)
    if (added.length > 0 && measure(added)) return drawAgain()
    if (moved.current === 0) return undefined
    window.scrollBy({ top: moved.current, behavior: 'instant' })
    moved.current = 0
    return undefined
    // Observed again on every render of the list, since rows and positions change.
  }, [list, drawn, heights])
}
