import { type JobRequest, wireNames } from '../../../../contract/job.ts'

type Field = keyof JobRequest

/** The errors that the service reports, by form field. */
export type FieldErrors = Readonly<Partial<Record<Field, string>>>

/** As in the form. */
const labels: Readonly<Record<Field, string>> = {
  keywords: 'Keywords',
  category: 'Category',
  articleCount: 'Number of articles',
  removeSignature: 'Remove signatures',
  idsToSkip: 'Article ids',
}

/** Fields that can show an error. */
const showingErrors: readonly Field[] = ['keywords', 'category', 'articleCount']

/**
 * Replaces field names in a refusal by their labels. If every clause belongs to a field that can show it, each goes to
 * its field.
 *
 * @param detail the service's words, one clause per field: "article_count must be 1; keywords: too many"
 * @returns either the errors by field, or a text about the request as a whole
 */
export function assignFieldErrors(detail: string): { fieldErrors: FieldErrors } | { detail: string } {
  const clauses = detail.split('; ').map(readClause)
  if (clauses.some(({ field }) => field === undefined || !showingErrors.includes(field)))
    return { detail: clauses.map(({ words }) => words).join('; ') }
  const fieldErrors: Partial<Record<Field, string>> = {}
  for (const { field, words } of clauses)
    fieldErrors[field as Field] = [fieldErrors[field as Field], words].filter(Boolean).join('; ')
  return { fieldErrors }
}

function readClause(clause: string): { field?: Field; words: string } {
  for (const field of Object.keys(labels) as Field[]) {
    const rest = clause.startsWith(wireNames[field]) ? clause.slice(wireNames[field].length) : ''
    if (!/^:? /.test(rest)) continue
    // The service counts from 0: "keywords [6] is too long" is about "Keyword 7".
    const inWords = (_: string, index: string) => ` ${Number(index) + 1}`
    return { field, words: (labels[field] + rest).replace(/s \[(\d+)\]/, inWords) }
  }
  return { words: clause }
}
