import type { Changes } from '../changes.ts'
import type { Store } from './store.ts'

/** The dependencies shared by all parts of a library. */
export interface LibraryDependencies {
  /** See `accountName`. */
  readonly name: string
  readonly store: Store
  readonly changes: Changes
  /** Milliseconds since the epoch. */
  readonly now: () => number
}
