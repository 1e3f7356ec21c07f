import type { Decision } from '../../../library/records.ts'
import type { Ordering } from './ordering.ts'

/** What a list shows at the moment, for the reader that stands beside it and goes on in the same order. */
export interface ShownOrdering {
  readonly get: () => Ordering
  readonly set: (ordering: Ordering) => void
  readonly subscribe: (listener: () => void) => () => void
  /** Decides on what the reader shows, and goes on, as the list's own keys do. */
  readonly decide: (decision: Decision) => void
  readonly decideWith: (decide: (decision: Decision) => void) => void
}

/** A store of its own rather than state of the screen: with every key of a search, the reader alone is drawn anew. */
export function createShownOrdering(first: Ordering): ShownOrdering {
  let shown = first
  let decide: ((decision: Decision) => void) | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => shown,
    set(ordering) {
      if (ordering === shown) return
      shown = ordering
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    decide: (decision) => decide?.(decision),
    decideWith(next) {
      decide = next
    },
  }
}
