import { idAt } from '../jobs/job-ids.ts'
import type { JobIds, JobKey } from '../records.ts'
import type { AnswerColumns } from '../store/rows.ts'
import type { ArticleId } from '../../../contract/ids.ts'

/** The articles of an answer in columns, by position: ids, words, hits and titles, but no excerpts and no texts. */
export interface Answer {
  /** With "~1" and so on where a job that was saved again had brought another text before. */
  readonly jobKey: JobKey
  /** See `AnswerColumns`. */
  readonly revision: string
  readonly count: number
  readonly wordCounts: Uint32Array
  readonly hitCounts: Uint32Array
  idAt(position: number): ArticleId
  titleAt(position: number): string
  /** An id past 2^53: never exported, never skipped. */
  isUnsafeAt(position: number): boolean
}

export function answerOf(ids: JobIds, columns: AnswerColumns): Answer {
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
