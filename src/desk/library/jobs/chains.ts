import type { JobKey, JobRecord } from '../records.ts'

/** The first job of the chain that a job stands in; a job that stands alone is its own. */
export const chainOf = ({ key, chain }: JobRecord): JobKey => chain ?? key

/** Sorts the jobs of a chain: the first made first; one without a number yet came last of those made at once. */
export const byMaking = (a: JobRecord, b: JobRecord): number =>
  a.startedAt - b.startedAt || (a.jobId ?? Infinity) - (b.jobId ?? Infinity)

/** The jobs of the chain that this one stands in, in the order of the list. */
export function chainJobs(key: JobKey, jobs: readonly JobRecord[]): JobRecord[] {
  const job = jobs.find((other) => other.key === key)
  // Its first job may have been removed: the others still name it.
  const first = job ? chainOf(job) : key
  return jobs.filter((other) => chainOf(other) === first)
}
