import { comparableName } from '../../../library/compare-names.ts'
import { categoryOf } from '../../../library/jobs/job-category.ts'
import type { JobRecord } from '../../../library/records.ts'

/** The categories that brought articles, in the order of these jobs; of those that look the same, the first. */
export function suggestedCategories(jobs: readonly JobRecord[]): string[] {
  const distinct = new Map<string, string>()
  for (const job of jobs) {
    const category = job.articleCount > 0 ? categoryOf(job) : ''
    const name = comparableName(category)
    if (category && !distinct.has(name)) distinct.set(name, category)
  }
  return [...distinct.values()]
}
