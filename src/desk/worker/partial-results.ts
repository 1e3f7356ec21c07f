import type { Article } from '../../contract/article.ts'
import type { PartialResult } from '../worker-client/worker-api.ts'
import { cardMaker } from '../library/jobs/cards.ts'
import type { Card } from '../library/records.ts'
import { cardsPerPage } from '../library/records.ts'

/** Enough for the first screen. */
const firstCards = 20

/** Each partial result costs the page a render: ten thousand articles in a second must not cause a hundred of them. */
const pauseMs = 300

/**
 * Makes the cards of an answer while it is still arriving, when the network leaves time, and passes on the first of
 * them.
 */
export function createPartialResults(
  keywords: readonly string[],
  now: () => number,
  onPartial: (partial: PartialResult) => void,
) {
  const makeCard = cardMaker(keywords)
  let source: readonly Article[] | undefined
  let cards: Card[] = []
  let passedAt: number | undefined

  function makeCards(articles: readonly Article[], limit: number): readonly Card[] {
    // An answer may contain its list of articles twice; the last one counts and needs its own cards.
    if (articles !== source) cards = []
    source = articles
    while (cards.length < Math.min(limit, articles.length)) {
      const article = articles[cards.length]
      if (article) cards.push(makeCard(article, cards.length))
    }
    return cards
  }

  function partial(articles: readonly Article[]): PartialResult {
    const first = makeCards(articles, cardsPerPage).slice(0, cardsPerPage)
    return { cards: first, receivedCount: articles.length }
  }

  function isDue(articles: readonly Article[], at: number): boolean {
    if (articles.length < firstCards) return false
    // Absolute: a clock that was set back must not suppress the rest.
    return passedAt === undefined || Math.abs(at - passedAt) >= pauseMs
  }

  return {
    partial,
    /** All cards of a complete answer. */
    cards: (articles: readonly Article[]) => makeCards(articles, articles.length),
    add(articles: readonly Article[]): void {
      const at = now()
      if (isDue(articles, at)) {
        passedAt = at
        onPartial(partial(articles))
      }
      makeCards(articles, articles.length)
    },
  }
}
