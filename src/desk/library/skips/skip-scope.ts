import type { IdList } from '../../../contract/ids.ts'
import type { KeptScope } from '../records.ts'

/** The editor's name for the ledger, wherever it can be chosen: the one list of skipped articles that fills itself. */
export const automaticList = 'Articles you already have'

/** A scope with ids typed or pasted for a single request. */
export interface SkipScope extends KeptScope {
  /** United in the worker, because that would block the page for too long. */
  readonly pasted?: readonly IdList[] | undefined
  /** Leaves only ids that this search of the ledger finds; see `LedgerQuery`. The counts are of all. */
  readonly query?: string | undefined
}

/** The ids of a scope, with counts. */
export interface SkipTotal {
  /** Without duplicates. */
  readonly ids: IdList
  readonly parts: readonly SkipPart[]
  /** Number of ids that are in more than one part. */
  readonly sharedCount: number
  /** Number of ids excluded because they were un-skipped. */
  readonly releasedCount: number
}

export interface SkipPart {
  readonly kind: 'everything' | 'reasons' | 'chain' | 'category' | 'jobs' | 'list' | 'pasted'
  /** Name of the list or category. */
  readonly name?: string | undefined
  readonly count: number
}
