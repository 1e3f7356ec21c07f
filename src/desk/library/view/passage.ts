import { toPlainText } from '../../../text/html-text.ts'
import { excerptOf } from '../jobs/cards.ts'
import type { TextRange } from '../texts/keyword-matching.ts'
import { type SearchQuery, termRanges } from '../texts/search.ts'

/** What a list shows of a text before the first hit, so that it is in the first line on a phone, too. */
const maxBefore = 40
/** About what two lines of a card hold. Hits this close together are shown together. */
const windowLength = 160
/** Hits beyond are not shown: a text of megabytes would hold up the next keystroke. */
const maxSearched = 200_000

/**
 * The part of a text that shows the most of a search: as many of its terms as come close together.
 *
 * @returns undefined if that is what the excerpt shows, or if the text has no hit
 */
export function passageOf(text: string, query: SearchQuery): string | undefined {
  const words = toPlainText(text).slice(0, maxSearched)
  const start = bestStart(termRanges(words, query))
  if (start === undefined || start <= maxBefore) return undefined
  return `…${excerptOf(words.slice(wordStart(words, start - maxBefore, start)))}`
}

/** Where the window with the most different terms begins; the first of several. */
function bestStart(ranges: readonly (readonly TextRange[])[]): number | undefined {
  const hits = ranges
    .flatMap((ofTerm, term) => ofTerm.map(([start]) => ({ start, term })))
    .sort((one, other) => one.start - other.start)
  const inWindow = new Map<number, number>()
  let best: { start: number; terms: number } | undefined
  let next = 0
  for (const { start, term } of hits) {
    for (let hit = hits[next]; hit && hit.start < start + windowLength; hit = hits[++next])
      inWindow.set(hit.term, (inWindow.get(hit.term) ?? 0) + 1)
    if (inWindow.size > (best?.terms ?? 0)) best = { start, terms: inWindow.size }
    const left = (inWindow.get(term) ?? 0) - 1
    if (left > 0) inWindow.set(term, left)
    else inWindow.delete(term)
  }
  return best?.start
}

/** The first start of a word from `from` on; where there are no spaces before `to`, that of a character. */
function wordStart(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s\S/)
  if (space >= 0) return from + space + 1
  const base = Math.max(0, from - longestGrapheme)
  for (const { index } of new Intl.Segmenter().segment(text.slice(base, to)))
    if (base + index >= from) return base + index
  return to
}

const longestGrapheme = 40
