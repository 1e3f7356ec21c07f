import type { JobRecord } from '../records.ts'

/** What was asked for, or else what the service says the job is of; blank where neither says. */
export const categoryOf = ({ request, category }: JobRecord): string =>
  request?.category?.trim() || category.trim()

/** Case does not matter. */
export function isOfCategory(category: string): (job: JobRecord) => boolean {
  const wanted = category.trim().toLowerCase()
  return (job) => categoryOf(job).toLowerCase() === wanted
}
