import { parseSearch, searchRanges } from './search.ts'
import { hitRanges, type TextRange } from './keyword-matching.ts'

/** What to highlight in a text: the search query if there is one, otherwise the job's keywords. */
export interface Highlighting {
  readonly keywords: readonly string[]
  readonly query: string
}

export const noHighlighting: Highlighting = { keywords: [], query: '' }

/** Offsets into the text, in order and without overlaps. */
export function highlightsIn(text: string, { keywords, query }: Highlighting): TextRange[] {
  return query.trim() === '' ? hitRanges(text, keywords) : searchRanges(text, parseSearch(query))
}
