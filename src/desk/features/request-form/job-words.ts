import type { JobRecord } from '../../library/records.ts'

/** A job within a sentence. */
export const theJob = ({ jobId }: JobRecord): string =>
  jobId === undefined ? 'an unconfirmed job' : `job ${jobId}`
