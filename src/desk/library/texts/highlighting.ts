import { parseSearch, searchRanges } from './search.ts'
import { hitRanges, type Range } from './words.ts'

/** What is marked in a text: what the editor searches for while there is a search, else the job's own keywords. */
export interface Highlighting {
  readonly keywords: readonly string[]
  readonly query: string
}

export const noHighlighting: Highlighting = { keywords: [], query: '' }

/** Offsets into the text, in order, never overlapping. */
export function highlightsIn(text: string, { keywords, query }: Highlighting): Range[] {
  return query.trim() === '' ? hitRanges(text, keywords) : searchRanges(text, parseSearch(query))
}
