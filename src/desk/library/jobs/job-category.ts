import type { JobRecord } from '../records.ts'

/** What was asked for, or else, where that was left blank, what the service says; blank where neither says. */
export const categoryOf = ({ request, category }: Pick<JobRecord, 'request' | 'category'>): string =>
  request?.category?.trim() || category.trim()

/** Case does not matter. */
export function isOfCategory(category: string): (job: JobRecord) => boolean {
  const wanted = category.trim().toLowerCase()
  return (job) => categoryOf(job).toLowerCase() === wanted
}
