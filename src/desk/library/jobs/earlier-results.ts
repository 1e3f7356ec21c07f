import type { Article } from '../../../contract/article.ts'
import type { JobIds, JobKey, JobRecord } from '../records.ts'
import type { Tables } from '../store/store.ts'
import { type CardedArticle, readPages, type ResultTables, writeResult } from './result-pages.ts'

/**
 * The keys under which the articles of a job are stored: its own key, then those of its earlier results, latest first.
 * An earlier result holds the articles that the job no longer returns.
 */
export const resultKeysOf = ({ key, earlierAnswers = 0 }: JobRecord): JobKey[] => [
  key,
  ...Array.from({ length: earlierAnswers }, (_, index) => earlierKey(key, earlierAnswers - index)),
]

export const earlierKey = (key: JobKey, number: number): JobKey => `${key}~${number}`

/** The number of an earlier result, from 1; 0 for the current result. */
export const numberOfResult = (resultKey: JobKey): number => Number(/~(\d+)$/.exec(resultKey)?.[1] ?? 0)

/** The job that a result belongs to, whether current or earlier. */
export const jobOfResult = (resultKey: JobKey): JobKey => resultKey.replace(/~\d+$/, '')

/** The ids in all results of these jobs. */
export async function readIds({ ids }: Pick<Tables, 'ids'>, jobs: readonly JobRecord[]): Promise<JobIds[]> {
  const lists = await Promise.all(jobs.flatMap(resultKeysOf).map((key) => ids.get(key)))
  return lists.filter((list) => list !== undefined)
}

/**
 * Called before the articles of a job are replaced. Articles that the new result lacks, or has with another title or
 * text, are moved to an earlier result, so that nothing collected is lost when the source changes.
 *
 * @returns the number of earlier results the job now has
 */
export async function keepEarlier(
  tables: ResultTables,
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
  await writeResult(tables, earlierKey(key, earlierAnswers + 1), lost)
  return earlierAnswers + 1
}
