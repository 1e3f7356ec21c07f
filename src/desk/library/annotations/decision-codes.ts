import type { Decision, JobIds } from '../records.ts'

/** The decisions on a job's articles, one byte each: ten thousand are sent to the page at once. */
export interface JobDecisions {
  readonly ids: JobIds
  /** By position, see {@link codeOf}. */
  readonly codes: Uint8Array<ArrayBuffer>
  /** By position, only for articles that have labels. */
  readonly labels: ReadonlyMap<number, readonly string[]>
  /** Position of the article whose first opening was the latest; undefined if none was opened. */
  readonly lastRead: number | undefined
}

export type JobSort = 'longest' | 'hits' | 'unread'

export const decisions = ['keep', 'maybe', 'reject'] as const

const coded = [undefined, ...decisions]

/** 0 if nothing is decided. */
export const codeOf = (decision: Decision | undefined): number => coded.indexOf(decision)

export const decisionOf = (code: number | undefined): Decision | undefined => coded[code ?? 0]
