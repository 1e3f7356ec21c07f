import type { Article } from '../../../contract/article.ts'
import { packJobIds } from './job-ids.ts'
import type { Card, JobKey, JobRecord } from '../records.ts'
import { cardsPerPage } from '../records.ts'
import type { Tables } from '../store/store.ts'

/**
 * The keys under which the articles of a job are kept: its own, then those of what it had brought before and no longer
 * brings, the latest first.
 */
export const answersOf = ({ key, earlierAnswers = 0 }: JobRecord): JobKey[] => [
  key,
  ...Array.from({ length: earlierAnswers }, (_, index) => earlierKey(key, earlierAnswers - index)),
]

const earlierKey = (key: JobKey, number: number): JobKey => `${key}~${number}`

/** The job that an answer is of, whether its latest or an earlier one. */
export const jobOfAnswer = (answer: JobKey): JobKey => answer.replace(/~\d+$/, '')

/**
 * Called before the articles of a job are replaced. Those that the new answer lacks, or has with another title or text,
 * are put aside under a key of their own: nothing collected is lost because the source has changed.
 *
 * @returns how many earlier answers the job has now
 */
export async function keepEarlier(
  tables: Pick<Tables, 'cards' | 'texts' | 'ids'>,
  { key, earlierAnswers = 0 }: JobRecord,
  articles: readonly Article[],
): Promise<number> {
  const next = new Map(articles.map((article) => [article.id, article]))
  const lost: { card: Card; text: string }[] = []
  for (let page = 0; ; page += 1) {
    const cards = (await tables.cards.get(key, page))?.cards
    if (!cards) break
    const texts = (await tables.texts.get(key, page))?.texts ?? []
    for (const [index, card] of cards.entries()) {
      const text = texts[index] ?? ''
      const same = next.get(card.id)
      if (same?.title !== card.title || same.text !== text) lost.push({ card, text })
    }
  }
  if (lost.length === 0) return earlierAnswers

  const kept = earlierKey(key, earlierAnswers + 1)
  const cards = lost.map(({ card }, position): Card => ({ ...card, position }))
  await tables.cards.put(paged(cards, (page, cards) => ({ jobKey: kept, page, cards })))
  const texts = lost.map(({ text }) => text)
  await tables.texts.put(paged(texts, (page, texts) => ({ jobKey: kept, page, texts })))
  await tables.ids.put(
    packJobIds(
      kept,
      lost.map(({ card: { id, unsafeId, title }, text }) => ({
        id,
        ...(unsafeId && { unsafeId }),
        title,
        text,
      })),
    ),
  )
  return earlierAnswers + 1
}

/** Makes records of a hundred each. */
export function paged<T, P>(items: readonly T[], toPage: (page: number, items: readonly T[]) => P): P[] {
  const pages: P[] = []
  for (let start = 0; start < items.length; start += cardsPerPage) {
    pages.push(toPage(start / cardsPerPage, items.slice(start, start + cardsPerPage)))
  }
  return pages
}
