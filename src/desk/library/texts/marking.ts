import { parseSearch, searchRanges } from './search.ts'
import { hitRanges, type Range } from './words.ts'

/** What is marked in a text: what the editor searches for while there is a search, else the job's own keywords. */
export interface Marking {
  readonly keywords: readonly string[]
  readonly query: string
}

export const noMarking: Marking = { keywords: [], query: '' }

/** Offsets into the text, in order, never overlapping. */
export function marksIn(text: string, { keywords, query }: Marking): Range[] {
  return query.trim() === '' ? hitRanges(text, keywords) : searchRanges(text, parseSearch(query))
}
