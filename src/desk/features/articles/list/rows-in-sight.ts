import type { RowPlaces } from './row-places.ts'

/** Rows drawn beyond the viewport: enough for a flick of the wheel, few enough to stay under a thousand elements. */
export const overscan = 6

export interface ListView {
  readonly count: number
  readonly places: Pick<RowPlaces, 'placeAt'>
  /** Distance from the top of the list to the top of the viewport; negative while the list starts further down. */
  readonly scrolled: number
  readonly viewHeight: number
}

/** The first row to draw and the one after the last. */
export function rowsInSight({ count, places, scrolled, viewHeight }: ListView): [number, number] {
  const first = places.placeAt(scrolled) - overscan
  const end = places.placeAt(scrolled + viewHeight - 1) + 1 + overscan
  const within = (row: number) => Math.min(Math.max(row, 0), count)
  // A list that is still out of view draws only its first rows.
  return [within(first), scrolled + viewHeight < 0 ? within(overscan) : within(end)]
}

/** The same rows plus the one the keyboard is at: a row that has the focus must stay in the page. */
export function rowsToDraw([first, end]: readonly [number, number], kept: number): number[] {
  const rows = Array.from({ length: end - first }, (_, index) => first + index)
  if (kept < 0 || (kept >= first && kept < end)) return rows
  return kept < first ? [kept, ...rows] : [...rows, kept]
}
