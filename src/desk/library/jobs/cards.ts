import type { Article } from '../../../contract/article.ts'
import { provenanceOf } from '../../../contract/article.ts'
import { fold } from '../../../text/fold.ts'
import { looksLikeHtml, withoutMarkup } from '../../../text/looks-like-html.ts'
import type { Card } from '../records.ts'
import { excerptOf } from '../texts/excerpt.ts'
import { countWords, countHits, keywordTerms } from '../texts/keyword-matching.ts'

/** Returns a function that makes cards for a job's keywords. Reading the text is slow, so cards are made on saving. */
export function cardMaker(keywords: readonly string[]): (article: Article, position: number) => Card {
  const terms = keywordTerms(keywords)
  return (article, position) => {
    const { id, unsafeId, title, text } = article
    const words = looksLikeHtml(text) ? withoutMarkup(text) : text
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
