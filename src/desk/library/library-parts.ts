import type { Changes } from './changes.ts'
import type { Store } from './store/store.ts'

/** What a library is made of. */
export interface StoredLibraryParts {
  /** See `accountName`. */
  readonly name: string
  readonly store: Store
  readonly changes: Changes
  /** Milliseconds since the epoch. */
  readonly now: () => number
}
