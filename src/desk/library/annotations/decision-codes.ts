import type { Decision, JobIds } from '../records.ts'

/** What was decided on each article of a job, a byte each: ten thousand cross to the page at once. */
export interface JobDecisions {
  readonly ids: JobIds
  /** By position, see {@link codeOf}. */
  readonly codes: Uint8Array<ArrayBuffer>
  /** By position, of those that have any. */
  readonly labels: ReadonlyMap<number, readonly string[]>
  /** Position of the article that was first opened last; undefined where none was opened. */
  readonly lastRead: number | undefined
}

export type JobSort = 'longest' | 'hits' | 'unread'

const decisions = [undefined, 'keep', 'maybe', 'reject'] as const

/** 0 where nothing is decided. */
export const codeOf = (decision: Decision | undefined): number => decisions.indexOf(decision)

export const decisionOf = (code: number | undefined): Decision | undefined => decisions[code ?? 0]
