import { excerptOf } from '../../jobs/cards.ts'
import { looksLikeHtml, withoutMarkup } from '../looks-like-html.ts'
import { type SearchQuery, searchRanges } from '../search.ts'

const mostBefore = 120
/** A sentence that begins so far before the hit is cut, so that what follows the hit has the larger half. */
const cutBefore = 60

/**
 * The lines of a text around its first hit, for a card: about 280 characters on one line, from the beginning of the
 * sentence where that is near. Undefined where the first lines hold a hit already, or the text holds none (the title
 * may). The hits in it are found by `searchRanges`, as in any text.
 */
export function excerptAround(text: string, query: SearchQuery): string | undefined {
  const shown = looksLikeHtml(text) ? withoutMarkup(text) : text
  if (searchRanges(excerptOf(shown), query).length > 0) return undefined
  const [hit] = searchRanges(shown, query)
  if (!hit) return undefined
  return `…${excerptOf(shown.slice(startBefore(shown, hit[0])))}`
}

function startBefore(text: string, hit: number): number {
  const from = Math.max(0, hit - mostBefore)
  const before = text.slice(from, hit)
  const sentenceStart = endOfLast(/(?:[.!?…]["”’')\]]*\s+|[。！？]|\n\s*)/gu, before)
  if (sentenceStart !== undefined) return from + sentenceStart
  const near = before.slice(-cutBefore)
  const wordStart = near.search(/\s\S*/u)
  return hit - near.length + (wordStart < 0 ? wholeCharacter(near) : wordStart + 1)
}

function endOfLast(pattern: RegExp, text: string): number | undefined {
  const last = [...text.matchAll(pattern)].at(-1)
  return last && last.index + last[0].length
}

/** Without spaces it is cut anywhere, but never within what a reader sees as one character. */
function wholeCharacter(text: string): number {
  const [, second] = new Intl.Segmenter().segment(text)
  return second?.index ?? 0
}
