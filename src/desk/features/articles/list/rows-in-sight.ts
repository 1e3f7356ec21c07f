import type { RowPlaces } from './row-places.ts'

/** Rows drawn beyond what is seen: enough for a flick of the wheel, few enough to stay under a thousand elements. */
export const overscan = 6

export interface ListView {
  readonly count: number
  readonly places: Pick<RowPlaces, 'placeAt'>
  /** How far the view's upper edge is below the list's; negative while the list is further down. */
  readonly scrolled: number
  readonly viewHeight: number
}

/** The first row to draw and the one after the last. */
export function rowsInSight({ count, places, scrolled, viewHeight }: ListView): [number, number] {
  const first = places.placeAt(scrolled) - overscan
  const end = places.placeAt(scrolled + viewHeight - 1) + 1 + overscan
  const within = (row: number) => Math.min(Math.max(row, 0), count)
  // A list that is still out of sight has its first rows drawn, and no more.
  return [within(first), scrolled + viewHeight < 0 ? within(overscan) : within(end)]
}

/** Those rows, and the one the keyboard is at: a row that holds the focus must not go. */
export function rowsToDraw([first, end]: readonly [number, number], kept: number): number[] {
  const rows = Array.from({ length: end - first }, (_, index) => first + index)
  if (kept < 0 || (kept >= first && kept < end)) return rows
  return kept < first ? [kept, ...rows] : [...rows, kept]
}
