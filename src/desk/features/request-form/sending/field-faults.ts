import { type JobRequest, wireNames } from '../../../../contract/job-request.ts'

type Field = keyof JobRequest

/** What a service objects to, by the field of the form it is about. */
export type FieldFaults = Readonly<Partial<Record<Field, string>>>

/** As the form has them. */
const labels: Readonly<Record<Field, string>> = {
  keywords: 'Keywords',
  category: 'Category',
  articleCount: 'Number of articles',
  removeSignature: 'Remove signatures',
  idsToSkip: 'Article ids',
}

/** Fields at which there is a place to say it. */
const withPlace: readonly Field[] = ['keywords', 'category', 'articleCount']

/**
 * The words of a refusal with the fields called as the form calls them, each at its field where all of them have one.
 *
 * @param detail the service's own words, one clause a field: "article_count must be 1; keywords: too many"
 * @returns either faults or what is left to be said of the request as a whole
 */
export function placeFaults(detail: string): { faults: FieldFaults } | { detail: string } {
  const clauses = detail.split('; ').map(readClause)
  if (clauses.some(({ field }) => field === undefined || !withPlace.includes(field)))
    return { detail: clauses.map(({ words }) => words).join('; ') }
  const faults: Partial<Record<Field, string>> = {}
  for (const { field, words } of clauses)
    faults[field as Field] = [faults[field as Field], words].filter(Boolean).join('; ')
  return { faults }
}

function readClause(clause: string): { field?: Field; words: string } {
  for (const field of Object.keys(labels) as Field[]) {
    const rest = clause.startsWith(wireNames[field]) ? clause.slice(wireNames[field].length) : ''
    if (/^:? /.test(rest)) return { field, words: labels[field] + rest }
  }
  return { words: clause }
}
