import { createListeners } from '../../../library/changes.ts'
import type { Decision } from '../../../library/records.ts'
import { fullOrdering, type Ordering } from './ordering.ts'

/** A list, for the reader beside it: the reader follows the list's order, and decides as the list's shortcuts do. */
export interface ListHandle {
  /** What the list shows at the moment. */
  readonly ordering: () => Ordering
  readonly setOrdering: (ordering: Ordering) => void
  /** Hears of every new ordering. */
  readonly subscribe: (listener: () => void) => () => void
  /** Decides on the article in the reader and moves on. */
  readonly decide: (decision: Decision) => void
  readonly setDecide: (decide: (decision: Decision) => void) => void
}

/** A store rather than screen state, so that a keystroke in the search redraws only the reader. */
export function createListHandle(): ListHandle {
  let shown = fullOrdering(0)
  let decide: ((decision: Decision) => void) | undefined
  const { notify, subscribe } = createListeners<void>()
  return {
    ordering: () => shown,
    setOrdering(ordering) {
      if (ordering === shown) return
      shown = ordering
      notify()
    },
    subscribe,
    decide: (decision) => decide?.(decision),
    setDecide(next) {
      decide = next
    },
  }
}
