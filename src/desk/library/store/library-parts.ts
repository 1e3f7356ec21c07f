import type { Changes } from '../changes.ts'
import type { Store } from './store.ts'

/** What every part of a library works with. */
export interface LibraryParts {
  /** See `accountName`. */
  readonly name: string
  readonly store: Store
  readonly changes: Changes
  /** Milliseconds since the epoch. */
  readonly now: () => number
}
