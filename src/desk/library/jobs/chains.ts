import type { JobKey, JobRecord } from '../records.ts'

/** The first job of the chain that a job belongs to; the job itself if it is in no chain. */
export const chainOf = ({ key, chain }: JobRecord): JobKey => chain ?? key

/** Orders jobs oldest first. Among jobs of the same time, one without a number yet comes last. */
export const oldestFirst = (a: JobRecord, b: JobRecord): number =>
  a.startedAt - b.startedAt || (a.jobId ?? Infinity) - (b.jobId ?? Infinity)

/** The jobs in the same chain as this one, in the order of the list. */
export function chainJobs(key: JobKey, jobs: readonly JobRecord[]): JobRecord[] {
  const job = jobs.find((other) => other.key === key)
  // The first job of the chain may have been removed; the others still refer to it.
  const first = job ? chainOf(job) : key
  return jobs.filter((other) => chainOf(other) === first)
}
