import type { JobRecord } from '../../library/records.ts'

export const jobName = ({ jobId }: JobRecord): string =>
  jobId === undefined ? 'Unconfirmed job' : `Job ${jobId}`

/** The same within a sentence. */
export const theJob = ({ jobId }: JobRecord): string =>
  jobId === undefined ? 'an unconfirmed job' : `job ${jobId}`

/** What a job was after, so that runs can be told apart. */
export function aboutJob({ request, category, startedAt }: JobRecord): string {
  const subject = [request?.keywords.join(', '), request?.category || category].filter(Boolean).join(' · ')
  const day = new Date(startedAt).toLocaleDateString(undefined, { dateStyle: 'medium' })
  return [subject || (request ? 'no keywords' : 'opened by number'), day].join(' · ')
}
