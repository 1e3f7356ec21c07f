import type { Article } from '../../../contract/article.ts'
import type { JobKey, JobRecord } from '../records.ts'
import { type AnswerTables, type CardedArticle, readPages, writeAnswer } from './answer-pages.ts'

/**
 * The keys under which the articles of a job are kept: its own, then those of what it had brought before and no longer
 * brings, the latest first.
 */
export const answersOf = ({ key, earlierAnswers = 0 }: JobRecord): JobKey[] => [
  key,
  ...Array.from({ length: earlierAnswers }, (_, index) => earlierKey(key, earlierAnswers - index)),
]

export const earlierKey = (key: JobKey, number: number): JobKey => `${key}~${number}`

/** Which of the earlier answers of a job this is, from 1; 0 for the latest. */
export const numberOfAnswer = (answer: JobKey): number => Number(/~(\d+)$/.exec(answer)?.[1] ?? 0)

/** The job that an answer is of, whether its latest or an earlier one. */
export const jobOfAnswer = (answer: JobKey): JobKey => answer.replace(/~\d+$/, '')

/**
 * Called before the articles of a job are replaced. Those that the new answer lacks, or has with another title or text,
 * are put aside under a key of their own: nothing collected is lost because the source has changed.
 *
 * @returns how many earlier answers the job has now
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
