import type { IdList } from '../../../contract/ids.ts'
import type { JobKey } from '../records.ts'

/** Why an id is skipped. An id may have several. */
export type LedgerReason =
  'received' | 'kept' | 'rejected' | 'duplicate' | 'exported' | 'imported' | 'by-hand'

/**
 * Which ids a request leaves out, by where they come from rather than one by one, so that the next request of its kind
 * takes in what has come since. An id that was un-skipped is left out of all of it but `lists` and `pasted`: what is
 * named outright is skipped.
 */
export interface SkipScope {
  /** Every id of the ledger. */
  readonly everything?: boolean | undefined
  readonly reasons?: readonly LedgerReason[] | undefined
  /** What this chain brought, named by any of its jobs. */
  readonly chain?: JobKey | undefined
  /** What jobs of this category brought; case does not matter. */
  readonly category?: string | undefined
  /** What these jobs brought. */
  readonly jobs?: readonly JobKey[] | undefined
  /** Named lists, by id; those that are gone count for nothing. */
  readonly lists?: readonly string[] | undefined
  /** Any lists; they are united where they are skipped, since that takes longer than a page may stand still. */
  readonly pasted?: readonly IdList[] | undefined
}

/** A scope as it is kept with a job: what was pasted stands in the request itself. */
export type KeptScope = Omit<SkipScope, 'pasted'>

/** What a scope comes to. */
export interface SkipTotal {
  /** Each id once. */
  readonly ids: IdList
  readonly parts: readonly SkipPart[]
  /** Ids that are in more than one of the parts. */
  readonly sharedCount: number
  /** Ids left out because they were un-skipped. */
  readonly releasedCount: number
}

export interface SkipPart {
  readonly kind: 'everything' | 'reasons' | 'chain' | 'category' | 'jobs' | 'list' | 'pasted'
  /** Of the list, or the category. */
  readonly name?: string | undefined
  readonly count: number
}
