import { createListeners } from '../../../library/changes.ts'
import type { Decision } from '../../../library/records.ts'
import type { Ordering } from './ordering.ts'

/** What a list shows at the moment, for the reader beside it, which follows the same order. */
export interface ShownOrdering {
  readonly get: () => Ordering
  readonly set: (ordering: Ordering) => void
  readonly subscribe: (listener: () => void) => () => void
  /** Decides on the article in the reader and moves on, as the list's own shortcuts do. */
  readonly decide: (decision: Decision) => void
  readonly decideWith: (decide: (decision: Decision) => void) => void
}

/** A store rather than screen state, so that a keystroke in the search redraws only the reader. */
export function createShownOrdering(first: Ordering): ShownOrdering {
  let shown = first
  let decide: ((decision: Decision) => void) | undefined
  const { notify, subscribe } = createListeners<void>()
  return {
    get: () => shown,
    set(ordering) {
      if (ordering === shown) return
      shown = ordering
      notify()
    },
    subscribe,
    decide: (decision) => decide?.(decision),
    decideWith(next) {
      decide = next
    },
  }
}
