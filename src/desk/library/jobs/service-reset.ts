import type { JobKey, JobRecord } from '../records.ts'

/**
 * Whether the answer to a request names another job than the one of that number that is here: a service that was started
 * anew, or lost its data, makes numbers a second time.
 *
 * @param known the job of that number, unless it is known to be of an earlier service
 */
export function isNumberUsedAgain(known: JobRecord, sent: JobRecord): boolean {
  // A number that answers two requests is two jobs.
  if (known.request) return true
  // Opened by number: it may be the job of this very request, but not if it was ready before the request left.
  return known.readyAt !== undefined && known.readyAt < (sent.firstSentAt ?? sent.startedAt)
}

/**
 * The jobs that were made before the service began again. Its numbers rise, so that it has begun again where one is
 * lower than one before; all that was made or opened since then is its own.
 *
 * @param jobs all jobs of the library
 * @param known the job whose number came again with the request `sent`
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

/** Its number is another job now: what was still watched will never come. */
export function recordOfEarlierService(record: JobRecord): JobRecord {
  const isOver = record.phase === 'ready' || record.phase === 'failed'
  return {
    ...record,
    isOfEarlierService: true,
    phase: isOver ? record.phase : 'not-found',
    nextCheckAt: undefined,
  }
}

/** The key of a new job: its number, or, where that is taken, with how many jobs have had it. */
export function freeKey(jobId: number, jobs: readonly JobRecord[]): JobKey {
  const taken = new Set(jobs.map(({ key }) => key))
  let key = String(jobId)
  for (let count = 2; taken.has(key); count += 1) key = `${jobId}-${count}`
  return key
}
