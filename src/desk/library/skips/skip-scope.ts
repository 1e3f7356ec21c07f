import type { IdList } from '../../../contract/ids.ts'
import type { KeptScope } from '../records.ts'

export type { KeptScope, LedgerReason } from '../records.ts'

/** A scope with what was typed or pasted for one request alone. */
export interface SkipScope extends KeptScope {
  /** Any lists; they are united where they are skipped, since that takes longer than a page may stand still. */
  readonly pasted?: readonly IdList[] | undefined
}

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
