import type { Article } from '../../../contract/article.ts'
import { provenanceOf } from '../../../contract/article.ts'
import { fold } from '../../../text/fold.ts'
import { toPlainText } from '../../../text/html-text.ts'
import type { Card } from '../records.ts'
import { countWords, countHits, keywordTerms } from '../texts/keyword-matching.ts'

const excerptLength = 280

/** Returns a function that makes cards for a job's keywords. Reading the text is slow, so cards are made on saving. */
export function cardMaker(keywords: readonly string[]): (article: Article, position: number) => Card {
  const terms = keywordTerms(keywords)
  return (article, position) => {
    const { id, unsafeId, title, text } = article
    const words = toPlainText(text)
    return {
      id,
      ...(unsafeId && { unsafeId }),
      title,
      excerpt: excerptOf(words),
      wordCount: countWords(words),
      hitCount: terms.length === 0 ? 0 : countHits(fold(title), terms) + countHits(fold(words), terms),
      position,
      ...provenanceOf(article),
    }
  }
}

/** The start of a text on one line, cut between words if possible and never within a character. */
export function excerptOf(text: string): string {
  // Cut before folding white space, so that a text of a megabyte is not copied for three lines.
  let start = ''
  let end = excerptLength
  do {
    end *= 2
    start = text
      .slice(0, end)
      // Not \s+: replacing every single space would take most of the time needed to save a job of 10,000 articles.
      .replace(/\s{2,}|[^\S ]/g, ' ')
      .trim()
  } while (start.length <= excerptLength && end < text.length)
  if (start.length <= excerptLength) return start
  const cut = start.slice(0, excerptLength)
  const space = cut.lastIndexOf(' ')
  if (space > excerptLength - 40) return `${cut.slice(0, space)}…`
  const character = new Intl.Segmenter().segment(start).containing(excerptLength)
  return `${cut.slice(0, character?.index || excerptLength)}…`
}
