import { useCallback, useState, useSyncExternalStore } from 'react'
import type { RowPlaces } from './row-places.ts'
import { rowsInSight } from './rows-in-sight.ts'

/**
 * The rows to draw as the window scrolls and changes its size. Renders only when a row comes or goes: the snapshot is
 * the first of them and the last.
 */
export function useRowsInSight(count: number, places: RowPlaces, top: number): readonly [number, number] {
  // Once before the list is first drawn: nothing has been heard from the window yet.
  useState(look)
  const read = useCallback(() => {
    const [first, last] = rowsInSight({
      count,
      places,
      scrolled: view.scrolled - top,
      viewHeight: view.height,
    })
    // One string, because a snapshot is compared by identity.
    return `${first} ${last}`
  }, [count, places, top])
  const [first = 0, last = 0] = useSyncExternalStore(subscribe, read).split(' ').map(Number)
  return [first, last]
}

/**
 * Where the window was when it last said so. React compares snapshots right after it has changed the page; reading the
 * window itself then would have the browser lay everything out before it has to, twice with every key.
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
