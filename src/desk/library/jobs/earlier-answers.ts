import type { Article } from '../../../contract/article.ts'
import type { JobKey, JobRecord } from '../records.ts'
import { type AnswerTables, type CardedArticle, readPages, writeAnswer } from './answer-pages.ts'

/**
 * The keys under which the articles of a job are stored: its own key, then those of its earlier answers, latest first.
 * An earlier answer holds the articles that the job no longer returns.
 */
export const answersOf = ({ key, earlierAnswers = 0 }: JobRecord): JobKey[] => [
  key,
  ...Array.from({ length: earlierAnswers }, (_, index) => earlierKey(key, earlierAnswers - index)),
]

export const earlierKey = (key: JobKey, number: number): JobKey => `${key}~${number}`

/** The number of an earlier answer, from 1; 0 for the current answer. */
export const numberOfAnswer = (answer: JobKey): number => Number(/~(\d+)$/.exec(answer)?.[1] ?? 0)

/** The job that an answer belongs to, whether current or earlier. */
export const jobOfAnswer = (answer: JobKey): JobKey => answer.replace(/~\d+$/, '')

/**
 * Called before the articles of a job are replaced. Articles that the new answer lacks, or has with another title or
 * text, are moved to an earlier answer, so that nothing collected is lost when the source changes.
 *
 * @returns the number of earlier answers the job now has
 */
export async function keepEarlier(
  tables: AnswerTables,
  { key, earlierAnswers = 0 }: JobRecord,
  articles: readonly Article[],
): Promise<number> {
  const next = new Map(articles.map((article) => [article.id, article]))
  const lost: CardedArticle[] = []
  for await (const page of readPages(tables, key)) {
    for (const known of page) {
      const same = next.get(known.article.id)
      if (same?.title !== known.article.title || same.text !== known.article.text) lost.push(known)
    }
  }
  if (lost.length === 0) return earlierAnswers
  await writeAnswer(tables, earlierKey(key, earlierAnswers + 1), lost)
  return earlierAnswers + 1
}
