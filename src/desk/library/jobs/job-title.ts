import type { JobKey, JobRecord } from '../records.ts'

/** The title that identifies a job, whatever its request or the editor's own name for it. */
export function jobTitle({ jobId, phase, isOfEarlierService }: JobRecord): string {
  // A service that was reset counts from 1 again: its job 17 is a different one.
  if (isOfEarlierService) return `Job ${jobId}, before the service was reset`
  if (jobId !== undefined) return `Job ${jobId}`
  return phase === 'sending' ? 'New request' : 'Unconfirmed request'
}

/** The number in a key: "17-2" is the job that got the number 17 after the service was reset. */
export const jobNumber = (key: JobKey): string => key.replace(/^(\d+)-\d+$/, '$1')
