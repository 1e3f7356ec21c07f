import { categoryOf } from '../../library/jobs/job-category.ts'
import type { JobRecord } from '../../library/records.ts'
import { fullDateWords } from '../../ui/dates.ts'

/** A job within a sentence. */
export const theJob = ({ jobId }: JobRecord): string =>
  jobId === undefined ? 'an unconfirmed job' : `job ${jobId}`

/** What a job was about, to tell jobs apart. */
export function aboutJob(job: JobRecord): string {
  try {
    const { name, request, startedAt } = job
    const subject = [name, request?.keywords.join(', '), categoryOf(job)].filter(Boolean).join(' · ')
    return [subject || (request ? 'no keywords' : 'opened by number'), fullDateWords(startedAt)].join(' · ')
  } catch {
    // The ids of a damaged record can still be skipped, and the form works without it.
    return 'damaged record'
  }
}
