import type { Article } from '../../contract/article.ts'
import { cardMaker } from '../library/cards.ts'
import type { Card } from '../library/records.ts'
import { cardsPerPage } from '../library/records.ts'
import type { Arrival } from './intake.ts'

/** Enough for the first screen. */
const firstCards = 20

/** An arrival costs the page a render: ten thousand articles in a second must not make a hundred of them. */
const pauseMs = 300

/** Passes the first articles of an answer on while the rest is still coming. */
export function createArrivals(keywords: readonly string[], now: () => number) {
  const makeCard = cardMaker(keywords)
  const cards: Card[] = []
  let passedAt: number | undefined

  function of(articles: readonly Article[]): Arrival {
    // A list that shrank began anew: an answer may name its articles twice.
    if (articles.length < cards.length || articles[0]?.id !== cards[0]?.id) cards.length = 0
    while (cards.length < Math.min(cardsPerPage, articles.length)) {
      const article = articles[cards.length]
      if (!article) break
      cards.push(makeCard(article, cards.length))
    }
    return { cards: [...cards], receivedCount: articles.length }
  }

  return {
    of,
    pass(articles: readonly Article[], onArrival: (arrival: Arrival) => void): void {
      if (articles.length < firstCards) return
      const at = now()
      // Absolute, lest a clock set back silences the rest.
      if (passedAt !== undefined && Math.abs(at - passedAt) < pauseMs) return
      passedAt = at
      onArrival(of(articles))
    },
  }
}
