import { useCallback, useSyncExternalStore } from 'react'
import { rowsInSight } from './rows-in-sight.ts'

/**
 * The rows to draw as the window scrolls and changes its size. Renders only when a row comes or goes: the snapshot is
 * the first of them, and the last follows from it and the window's height.
 */
export function useRowsInSight(count: number, rowHeight: number, top: number): readonly [number, number] {
  const read = useCallback(() => {
    const [first, last] = rowsInSight({
      count,
      rowHeight,
      scrolled: window.scrollY - top,
      viewHeight: window.innerHeight,
    })
    // One string, because a snapshot is compared by identity.
    return `${first} ${last}`
  }, [count, rowHeight, top])
  const [first = 0, last = 0] = useSyncExternalStore(subscribe, read).split(' ').map(Number)
  return [first, last]
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('scroll', onChange, { passive: true })
  window.addEventListener('resize', onChange)
  return () => {
    window.removeEventListener('scroll', onChange)
    window.removeEventListener('resize', onChange)
  }
}
