import type { JobRecord } from '../records.ts'
import { categoryOf } from './job-category.ts'

/** What a job asked for: "solar, wind in Energy"; blank if that is not known, or if its record is damaged. */
export function jobSubject(job: JobRecord): string {
  try {
    return [job.request?.keywords.join(', '), categoryOf(job)].filter(Boolean).join(' in ')
  } catch {
    return ''
  }
}
