import type { Article } from '../../contract/article.ts'
import { fold } from './fold.ts'
import type { Card } from './records.ts'
import { countHits, countWords, keywordTerms } from './words.ts'

const excerptLength = 280

/** Makes cards of articles for one job's keywords: the work is in reading the text, so it is done once, on saving. */
export function cardMaker(keywords: readonly string[]): (article: Article, position: number) => Card {
  const terms = keywordTerms(keywords)
  return ({ id, unsafeId, title, text }, position) => ({
    id,
    ...(unsafeId && { unsafeId }),
    title,
    excerpt: excerptOf(text),
    wordCount: countWords(text),
    hitCount: terms.length === 0 ? 0 : countHits(fold(title), terms) + countHits(fold(text), terms),
    position,
  })
}

/** The beginning of a text on one line, cut between words where it can be, and never within a character. */
export function excerptOf(text: string): string {
  // Cut before folding the white space: a text of a megabyte must not be copied for three lines of it.
  const start = text
    .slice(0, excerptLength * 3)
    .replace(/\s+/g, ' ')
    .trim()
  if (start.length <= excerptLength) return start
  const cut = start.slice(0, excerptLength)
  const space = cut.lastIndexOf(' ')
  if (space > excerptLength - 40) return `${cut.slice(0, space)}…`
  return `${cut.slice(0, graphemeBoundary(start, excerptLength))}…`
}

function graphemeBoundary(text: string, limit: number): number {
  let boundary = 0
  for (const { index } of new Intl.Segmenter().segment(text.slice(0, limit + 40))) {
    if (index > limit) break
    boundary = index
  }
  return boundary || limit
}
