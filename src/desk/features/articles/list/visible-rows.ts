import { startTransition, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { RowOffsets } from './row-offsets.ts'

/** Rows drawn beyond the viewport: enough for a flick of the wheel, few enough to stay under a thousand elements. */
export const overscan = 6
/** The same for a list of other articles: those in view are drawn and painted first, letter by letter of a search. */
const overscanAtFirst = 1
/** Rows prefetched before and after those in view: scrolling rarely meets an empty one, and they can be printed. */
export const lookAhead = 40
/** By then the rows in view have been painted, and whatever else belongs to the screen. */
const firstForMs = 200

interface ListView {
  readonly count: number
  readonly offsets: Pick<RowOffsets, 'placeAt'>
  /** Distance from the top of the list to the top of the viewport; negative while the list starts further down. */
  readonly scrolled: number
  readonly viewHeight: number
  /** Rows to draw before and after those in view. */
  readonly beyond?: number
}

/** The first row to draw and the one after the last. */
export function visibleRows({
  count,
  offsets,
  scrolled,
  viewHeight,
  beyond = overscan,
}: ListView): [number, number] {
  const first = offsets.placeAt(scrolled) - beyond
  const end = offsets.placeAt(scrolled + viewHeight - 1) + 1 + beyond
  const within = (row: number) => Math.min(Math.max(row, 0), count)
  // A list that is still out of view draws only its first rows.
  return [within(first), scrolled + viewHeight < 0 ? within(beyond) : within(end)]
}

/** The same rows plus the one the keyboard is at: a row that has the focus must stay in the page. */
export function rowsToDraw([first, end]: readonly [number, number], kept: number): number[] {
  const rows = Array.from({ length: end - first }, (_, index) => first + index)
  if (kept < 0 || (kept >= first && kept < end)) return rows
  return kept < first ? [kept, ...rows] : [...rows, kept]
}

/**
 * The rows to draw as the window scrolls and resizes. Renders only when a row enters or leaves: the snapshot is the
 * first and last row.
 *
 * @param firstArticle the position of the first one; if it stays, most of the others do
 */
export function useVisibleRows(
  count: number,
  offsets: RowOffsets,
  top: number,
  firstArticle: number,
): readonly [number, number] {
  // Once before the first render: no event has come from the window yet.
  useState(look)
  const [paintedFor, setPaintedFor] = useState<number>()
  const beyond = paintedFor === firstArticle ? overscan : overscanAtFirst
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setPaintedFor(firstArticle)), firstForMs)
    return () => clearTimeout(timer)
  }, [firstArticle])
  const read = useCallback(() => {
    const [first, last] = visibleRows({
      count,
      offsets,
      scrolled: view.scrolled - top,
      viewHeight: view.height,
      beyond: isPrinting ? lookAhead : beyond,
    })
    // A string, because snapshots are compared by identity.
    return `${first} ${last}`
  }, [count, offsets, top, beyond])
  const [first = 0, last = 0] = useSyncExternalStore(subscribe, read).split(' ').map(Number)
  return [first, last]
}

/**
 * The viewport at the last scroll or resize event. React compares snapshots right after changing the page; reading the
 * window at that point would force a layout, twice for every key.
 */
const view = { scrolled: 0, height: 0 }

function look(): void {
  view.scrolled = window.scrollY
  view.height = window.innerHeight
}

let isPrinting = false

const listeners = new Set<() => void>()

function onMove({ type }: Event): void {
  isPrinting = type === 'beforeprint'
  look()
  for (const listener of listeners) listener()
}

const moves = ['scroll', 'resize', 'beforeprint', 'afterprint']

function subscribe(onChange: () => void): () => void {
  if (listeners.size === 0) for (const type of moves) window.addEventListener(type, onMove, { passive: true })
  listeners.add(onChange)
  look()
  return () => {
    listeners.delete(onChange)
    if (listeners.size > 0) return
    for (const type of moves) window.removeEventListener(type, onMove)
  }
}
