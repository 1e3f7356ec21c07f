import type { ArticleId } from '../../../contract/ids.ts'
import type { JobKey, LedgerReason } from '../records.ts'

export interface LedgerQuery {
  /** "released" for un-skipped ids; all ids if undefined. */
  readonly reason?: LedgerReason | 'released' | undefined
  /** Id of a named list: its ids alone, whether or not they were received. */
  readonly list?: string | undefined
  /** The digits an id begins with, or part of a title. */
  readonly query?: string | undefined
  /** From 0; the last one if there are fewer. */
  readonly page?: number | undefined
}

/** An id with all reasons to skip it. */
export interface LedgerRow {
  readonly id: ArticleId
  readonly reasons: readonly LedgerReason[]
  /** Un-skipped: the next job does not skip it, whatever the reasons. */
  readonly isReleased: boolean
  /** Set if the article is still in the library. */
  readonly title?: string | undefined
  /** The jobs that returned it, newest first. */
  readonly jobs: readonly JobKey[]
  readonly duplicateOf?: ArticleId | undefined
}

export interface LedgerPage {
  /** Ids per reason, including un-skipped ones, so that un-skipping a row does not move it. */
  readonly counts: Readonly<Record<LedgerReason | 'released', number>>
  /** Number of ids with any reason, and of those that are skipped. */
  readonly total: number
  readonly skippedCount: number
  /** Number of ids that match the query. */
  readonly matchCount: number
  readonly rows: readonly LedgerRow[]
}
