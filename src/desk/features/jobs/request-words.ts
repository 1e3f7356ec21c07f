import { categoryOf } from '../../library/jobs/job-category.ts'
import { jobTitle } from '../../library/jobs/job-title.ts'
import type { JobRecord, RequestSummary } from '../../library/records.ts'
import { shortened } from '../../../text/cut-text.ts'
import { pluralize, figure } from '../../ui/number-words.ts'

/** The name that distinguishes a job from others: the editor's own, or one made from the request. */
export function jobName(job: JobRecord): string {
  const { name, request } = job
  const category = categoryOf(job)
  const anything = category ? `Anything in ${category}` : request ? 'Anything' : 'Opened by number'
  return name || request?.keywords.join(', ') || anything
}

/** The heading of the job's screen: its name, if it has more than a number. */
export const jobHeading = (job: JobRecord): string =>
  job.name || job.request || categoryOf(job) ? jobName(job) : jobTitle(job)

/** The same for the tab and the history, which have no room for a hundred keywords. */
export const jobTabTitle = (job: JobRecord): string => shortened(jobHeading(job), 80)

/** A service may state anything as the category of a job. */
export const shownCategory = (category: string): string => shortened(category, 80)

/** The rest of a request, each part in a few words. */
export function requestDetails(request: RequestSummary): string[] {
  const wanted = askedFor(request)
  return [...categoryTerms(request), ...(wanted ? [wanted] : []), ...optionTerms(request)]
}

/** The same without the count, for places that show it beside the result. */
export const requestTerms = (request: RequestSummary): string[] => [
  ...categoryTerms(request),
  ...optionTerms(request),
]

/** The words beside the state of a job: how many were requested, or what was delivered of them. */
export const countWords = (job: JobRecord): string =>
  job.phase === 'ready' && job.articleCount > 0
    ? deliveredWords(job)
    : ((job.request && askedFor(job.request)) ?? '')

/**
 * What the state, "Ready: 8 articles", leaves to say: "8 of 10 delivered, all new", or "6 new" of as many as were asked
 * for; blank before the job is ready, and if nothing is unusual.
 */
export function deliveredWords({ request, phase, articleCount, newCount }: JobRecord): string {
  if (phase !== 'ready' || articleCount === 0) return ''
  const asked = request?.articleCount
  const news = newCount === articleCount ? 'all new' : newCount === 0 ? 'none new' : `${figure(newCount)} new`
  if (asked !== undefined && asked !== articleCount)
    return `${figure(articleCount)} of ${figure(asked)} delivered, ${news}`
  return newCount === articleCount ? '' : news
}

/** What is unusual about the delivered articles; always shown. */
export function oddities({
  skippedReturned,
  setAsideCount,
}: Pick<JobRecord, 'skippedReturned' | 'setAsideCount'>): string[] {
  return [
    ...(skippedReturned > 0 ? [`${figure(skippedReturned)} delivered although skipped`] : []),
    ...(setAsideCount > 0 ? [`${pluralize(setAsideCount, 'article')} could not be read`] : []),
  ]
}

function askedFor({ articleCount }: RequestSummary): string | undefined {
  return articleCount === undefined ? undefined : `asked for ${figure(articleCount)}`
}

const categoryTerms = ({ keywords, category }: RequestSummary): string[] =>
  keywords.length > 0 && category ? [`in ${category}`] : []

function optionTerms({ removeSignature, skipCount }: RequestSummary): string[] {
  return [
    ...(removeSignature ? ['signatures removed'] : []),
    ...(skipCount > 0 ? [`${pluralize(skipCount, 'id')} skipped`] : []),
  ]
}
