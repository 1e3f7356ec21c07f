import { categoryOf } from '../../../library/jobs/job-category.ts'
import type { JobRecord } from '../../../library/records.ts'

/** The categories that brought articles, in the order of these jobs; of those that differ only in case, the first. */
export function suggestedCategories(jobs: readonly JobRecord[]): string[] {
  const distinct = new Map<string, string>()
  for (const job of jobs) {
    const category = job.articleCount > 0 ? categoryOf(job) : ''
    const caseless = category.toLowerCase()
    if (category && !distinct.has(caseless)) distinct.set(caseless, category)
  }
  return [...distinct.values()]
}
