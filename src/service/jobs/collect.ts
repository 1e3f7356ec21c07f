import type { Query } from '../database/database.ts'
import { matchArticles } from '../articles/matching.ts'

interface JobRow {
  readonly keywords: string[]
  readonly category: string
  readonly article_count: number
  readonly ids_to_skip: Buffer
}

/**
 * The work of one job, done inside of one transaction: nobody sees half a result, and doing it twice changes
 * nothing, because the row stays locked until the end and a job that has ended is left alone.
 */
export async function collectArticles(tx: Query, jobId: number): Promise<void> {
  const { rows } = await tx.query<JobRow>(
    `select keywords, category, article_count, ids_to_skip from jobs
    where id = $1 and state = 'running' for update`,
    [jobId],
  )
  const job = rows[0]
  if (!job) return
  const versionIds = await matchArticles(tx, {
    keywords: job.keywords,
    category: job.category,
    articleCount: job.article_count,
    idsToSkip: job.ids_to_skip,
  })
  await tx.query(
    `update jobs set state = 'success', version = gen_random_uuid(), ended_at = now(), ids_to_skip = '',
      article_version_ids = $2
    where id = $1`,
    [jobId, versionIds],
  )
}
