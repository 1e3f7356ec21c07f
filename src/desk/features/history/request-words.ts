import { categoryOf } from '../../library/jobs/job-category.ts'
import type { JobRecord, RequestSummary } from '../../library/records.ts'
import { counted, figure } from '../../ui/counted.ts'

/** What a job is called where it must be told from others: by the editor's own name, or by what was asked for. */
export function jobName(job: JobRecord): string {
  const { name, request } = job
  if (name) return name
  if (request?.keywords.length) return request.keywords.join(', ')
  const subject = categoryOf(job)
  if (subject) return `Anything in ${subject}`
  return request ? 'Anything' : 'Opened by number'
}

/** The heading of its own screen: its name, where it has more of one than its number. */
export const jobHeading = (job: JobRecord): string =>
  job.request || categoryOf(job) ? jobName(job) : jobTitle(job)

export function jobTitle({ jobId, phase, isOfEarlierService }: JobRecord): string {
  // Set up anew, a service counts from 1 again: its job 17 is another.
  if (isOfEarlierService) return `Job ${jobId}, before the service was reset`
  if (jobId !== undefined) return `Job ${jobId}`
  return phase === 'sending' ? 'New request' : 'Unconfirmed request'
}

/** The rest of a request, each part in a few words. */
export function requestDetails(request: RequestSummary): string[] {
  const wanted = askedFor(request)
  return [...placeOf(request), ...(wanted ? [wanted] : []), ...mannerOf(request)]
}

/** The same without the count, for where that stands beside what came of it. */
export const requestTerms = (request: RequestSummary): string[] => [...placeOf(request), ...mannerOf(request)]

/** What stands beside the count of a job's articles: how many were wanted, and how many had not come before. */
export function countWords({ request, phase, articleCount, newCount }: JobRecord): string {
  const came = phase === 'ready' && articleCount > 0
  const news = came && newCount < articleCount ? `${figure(newCount)} new` : ''
  return [request && askedFor(request), news].filter(Boolean).join(', ')
}

function askedFor({ articleCount }: RequestSummary): string | undefined {
  return articleCount === undefined ? undefined : `asked for ${figure(articleCount)}`
}

const placeOf = ({ keywords, category }: RequestSummary): string[] =>
  keywords.length > 0 && category ? [`in ${category}`] : []

function mannerOf({ removeSignature, skipCount }: RequestSummary): string[] {
  return [
    ...(removeSignature ? ['signatures removed'] : []),
    ...(skipCount > 0 ? [`${counted(skipCount, 'id')} skipped`] : []),
  ]
}
