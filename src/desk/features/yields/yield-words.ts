import type { JobRecord } from '../../library/records.ts'
import { pluralize, figure } from '../../ui/number-words.ts'

type Yield = Pick<JobRecord, 'articleCount' | 'newCount'> & {
  readonly setAsideCount?: number
  readonly request?: { readonly articleCount?: number | undefined } | undefined
}

/** Describes what a job brought. */
export function yieldSentences({ request, articleCount, newCount, setAsideCount = 0 }: Yield): string[] {
  const asked = request?.articleCount
  const wanted = request
    ? asked === undefined
      ? 'The service chose the number'
      : `${figure(asked)} ${asked === 1 ? 'was' : 'were'} asked for`
    : 'The request is not known here'
  const known = articleCount - newCount
  const article = articleCount === 0 && setAsideCount > 0 ? 'readable article' : 'article'
  return [
    `${wanted}; ${pluralize(articleCount, article)} ${articleCount === 1 ? 'was' : 'were'} delivered.`,
    ...(articleCount > 0 ? [newWords(newCount, known)] : []),
  ]
}

function newWords(newCount: number, known: number): string {
  const isOne = newCount + known === 1
  if (known === 0) return isOne ? 'It is new.' : 'All of them are new.'
  if (newCount === 0)
    return isOne
      ? 'It is not new: an earlier job delivered it.'
      : 'None of them is new: earlier jobs delivered them all.'
  return `${figure(newCount)} ${newCount === 1 ? 'is' : 'are'} new; ${figure(known)} ${known === 1 ? 'was' : 'were'} here already.`
}

/** Undefined while texts are still being read. */
export function duplicateWords(count: number | undefined): string {
  if (count === undefined) return 'Looking for near-duplicates.'
  if (count === 0) return 'No near-duplicates were found.'
  return `${figure(count)} ${count === 1 ? 'says' : 'say'} nearly the same as another article.`
}
