import type { JobKey, JobRecord } from '../records.ts'

/** What reading the texts has found so far, by the place of an article in what a job brought. */
export interface TextFacts {
  /** Counts up whenever more is known. */
  readonly version: number
  /** Undefined while the text is not read. */
  textHash(jobKey: JobKey, position: number): number | undefined
  /** As bits, see `qualityNames`; 0 while the text is not read. */
  quality(jobKey: JobKey, position: number): number
  /** How many texts of these jobs have been read; undefined where all have. */
  unread(jobs: Iterable<JobRecord>): { readonly done: number; readonly of: number } | undefined
}
