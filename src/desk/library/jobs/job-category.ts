import { sameName } from '../compare-names.ts'
import type { JobRecord } from '../records.ts'

/** The requested category; if that is blank, the service's; blank if neither is set. */
export const categoryOf = ({ request, category }: Pick<JobRecord, 'request' | 'category'>): string =>
  request?.category?.trim() || category.trim()

/** See `sameName`. */
export const isOfCategory =
  (category: string) =>
  (job: JobRecord): boolean =>
    sameName(categoryOf(job), category)

/**
 * The editor's own name for a job, and what it asked for: "Spring issue – solar, wind in Energy"; blank if that is not
 * known, or if its record is damaged.
 */
export function jobSubject(job: JobRecord): string {
  try {
    const { name, request } = job
    const asked = [request && (request.keywords.join(', ') || 'Anything'), categoryOf(job)]
    return [name, asked.filter(Boolean).join(' in ')].filter(Boolean).join(' – ')
  } catch {
    return ''
  }
}
