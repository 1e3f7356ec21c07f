import { looksLikeHtml, withoutMarkup } from '../../../text/looks-like-html.ts'
import type { Range } from './keyword-matching.ts'
import { type SearchQuery, termRanges } from './search.ts'

const excerptLength = 280

/** The start of a text on one line, cut between words if possible and never within a character. */
export function excerptOf(text: string): string {
  // Cut before folding white space, so that a text of a megabyte is not copied for three lines.
  const start = text
    .slice(0, excerptLength * 2)
    // Not \s+: replacing every single space would take most of the time needed to save a job of 10,000 articles.
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .trim()
  if (start.length <= excerptLength) return start
  const cut = start.slice(0, excerptLength)
  const space = cut.lastIndexOf(' ')
  if (space > excerptLength - 40) return `${cut.slice(0, space)}…`
  return `${cut.slice(0, graphemeBoundary(start, excerptLength))}…`
}

/** What a list shows of a text before the first hit, so that it is in the first line on a phone, too. */
const mostBefore = 40
/** About what two lines of a card hold. Hits this close together are shown together. */
const windowLength = 160
/** Hits beyond are not shown: a text of megabytes would hold up the next keystroke. */
const mostSearched = 200_000

/**
 * The part of a text that shows the most of a search: as many of its terms as come close together.
 *
 * @returns undefined if that is what the excerpt shows, or if the text has no hit
 */
export function passageOf(text: string, query: SearchQuery): string | undefined {
  const words = (looksLikeHtml(text) ? withoutMarkup(text) : text).slice(0, mostSearched)
  const start = bestStart(termRanges(words, query))
  if (start === undefined || start <= mostBefore) return undefined
  return `…${excerptOf(words.slice(wordStart(words, start - mostBefore, start)))}`
}

/** Where the window with the most different terms begins; the first of several. */
function bestStart(ranges: readonly (readonly Range[])[]): number | undefined {
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
  for (const { index } of graphemes(text.slice(base, to))) if (base + index >= from) return base + index
  return to
}

/** The last boundary between characters up to `limit`. */
function graphemeBoundary(text: string, limit: number): number {
  let boundary = 0
  for (const { index } of graphemes(text.slice(0, limit + longestGrapheme))) {
    if (index > limit) break
    boundary = index
  }
  return boundary || limit
}

const longestGrapheme = 40

const graphemes = (text: string) => new Intl.Segmenter().segment(text)
