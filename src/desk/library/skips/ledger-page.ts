import type { ArticleId } from '../../../contract/ids.ts'
import type { JobKey, LedgerReason } from '../records.ts'

export interface LedgerQuery {
  /** "released" for those that were un-skipped; all without. */
  readonly reason?: LedgerReason | 'released' | undefined
  /** The digits an id begins with, or part of a title. */
  readonly query?: string | undefined
  /** From 0. */
  readonly page?: number | undefined
}

/** An id with all that would have it skipped. */
export interface LedgerRow {
  readonly id: ArticleId
  readonly reasons: readonly LedgerReason[]
  /** Un-skipped: it is not left out of the next job, whatever the reasons. */
  readonly isReleased: boolean
  /** Where the article is still in the library. */
  readonly title?: string | undefined
  /** The jobs that brought it, newest first. */
  readonly jobs: readonly JobKey[]
  readonly duplicateOf?: ArticleId | undefined
}

export interface LedgerPage {
  /** Ids of each reason, un-skipped ones among them, so that a row stays where it is when it is un-skipped. */
  readonly counts: Readonly<Record<LedgerReason | 'released', number>>
  /** Ids that have any reason, and those of them that are skipped. */
  readonly total: number
  readonly skippedCount: number
  /** How many match the query. */
  readonly matchCount: number
  readonly rows: readonly LedgerRow[]
}
