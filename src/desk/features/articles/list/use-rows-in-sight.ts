import { useCallback, useState, useSyncExternalStore } from 'react'
import type { RowPlaces } from './row-places.ts'
import { rowsInSight } from './rows-in-sight.ts'

/**
 * The rows to draw as the window scrolls and resizes. Renders only when a row enters or leaves: the snapshot is the
 * first and last row.
 */
export function useRowsInSight(count: number, places: RowPlaces, top: number): readonly [number, number] {
  // Once before the first render: no event has come from the window yet.
  useState(look)
  const read = useCallback(() => {
    const [first, last] = rowsInSight({
      count,
      places,
      scrolled: view.scrolled - top,
      viewHeight: view.height,
    })
    // A string, because snapshots are compared by identity.
    return `${first} ${last}`
  }, [count, places, top])
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

const listeners = new Set<() => void>()

function onMove(): void {
  look()
  for (const listener of listeners) listener()
}

function subscribe(onChange: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('scroll', onMove, { passive: true })
    window.addEventListener('resize', onMove)
  }
  listeners.add(onChange)
  look()
  return () => {
    listeners.delete(onChange)
    if (listeners.size > 0) return
    window.removeEventListener('scroll', onMove)
    window.removeEventListener('resize', onMove)
  }
}
