import type { JobIds, JobKey } from '../records.ts'
import type { ResultColumns } from '../store/rows.ts'
import { type ArticleId, idAt } from '../../../contract/ids.ts'

/** The articles of a result in columns, by position: ids, words, hits and titles, without excerpts and texts. */
export interface StoredResult {
  /** With a suffix ("17~1") for an earlier result. */
  readonly jobKey: JobKey
  /** See `ResultColumns`. */
  readonly revision: string
  readonly count: number
  readonly wordCounts: Uint32Array
  readonly hitCounts: Uint32Array
  idAt(position: number): ArticleId
  titleAt(position: number): string
  /** An id past 2^53: never exported, never skipped. */
  isUnsafeAt(position: number): boolean
}

export function toStoredResult(ids: JobIds, columns: ResultColumns): StoredResult {
  const { jobKey, revision, wordCounts, hitCounts, titles, titleEnds } = columns
  return {
    jobKey,
    revision,
    count: wordCounts.length,
    wordCounts,
    hitCounts,
    idAt: (position) => idAt(ids, position)!,
    titleAt: (position) => titles.slice(titleEnds[position - 1] ?? 0, titleEnds[position]),
    isUnsafeAt: (position) => ids.unsafe.has(position),
  }
}
