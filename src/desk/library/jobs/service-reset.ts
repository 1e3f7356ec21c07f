import type { JobKey, JobRecord } from '../records.ts'

/**
 * Tells whether the answer to a request names a different job than the known one with the same number: a service that
 * was reinstalled or lost its data assigns numbers a second time.
 *
 * @param known the job with that number, not yet known to belong to an earlier service
 */
export function isNumberUsedAgain(known: JobRecord, sent: JobRecord): boolean {
  // Two requests with the same number are two jobs.
  if (known.request) return true
  // Opened by number: it may be the job of this request, unless it was ready before the request was sent.
  return known.readyAt !== undefined && known.readyAt < (sent.firstSentAt ?? sent.startedAt)
}

/**
 * Returns the jobs made before the service was reset. Job numbers only rise, so the reset came before the first number
 * that is lower than an earlier one; all jobs made or opened since then belong to the current service.
 *
 * @param jobs all jobs of the library
 * @param known the job whose number was assigned again to the request `sent`
 */
export function jobsBeforeReset(
  jobs: readonly JobRecord[],
  known: JobRecord,
  sent: { readonly startedAt: number; readonly jobId: number },
): JobRecord[] {
  const made = jobs.filter((job): job is JobRecord & { jobId: number } =>
    Boolean(job.request && job.jobId !== undefined && !job.isOfEarlierService),
  )
  const inOrder = [...made, sent].sort((a, b) => a.startedAt - b.startedAt)
  let highest = 0
  let beganAt = sent.startedAt
  for (const { jobId, startedAt } of inOrder) {
    if (jobId < highest) {
      beganAt = startedAt
      break
    }
    highest = jobId
  }
  return jobs.filter(
    (job) =>
      job.jobId !== undefined &&
      !job.isOfEarlierService &&
      (job.key === known.key || job.startedAt < beganAt),
  )
}

/** Its number now names another job, so a job that was still watched will never finish. */
export function recordOfEarlierService(record: JobRecord): JobRecord {
  const isOver = record.phase === 'ready' || record.phase === 'failed'
  return {
    ...record,
    isOfEarlierService: true,
    phase: isOver ? record.phase : 'not-found',
    nextCheckAt: undefined,
  }
}

/** The key of a new job: its number, with a suffix ("17-2") if jobs with that number exist. */
export function freeKey(jobId: number, jobs: readonly JobRecord[]): JobKey {
  const taken = new Set(jobs.map(({ key }) => key))
  let key = String(jobId)
  for (let count = 2; taken.has(key); count += 1) key = `${jobId}-${count}`
  return key
}
