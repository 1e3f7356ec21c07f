import type { Article } from '../../../contract/article.ts'
import type { Library } from '../library.ts'
import type { JobRecord, JobResult } from '../records.ts'

/** What the service returns for a finished job. */
export const jobResult = (articles: readonly Article[]): JobResult => ({
  state: 'success',
  category: 'Energy',
  articles,
  setAside: [],
})

/**
 * Opens a job by its number, and saves its articles.
 *
 * @param at when they are saved; the job is opened just before
 */
export async function collectJob(
  library: Library,
  jobId: number,
  articles: readonly Article[],
  at = jobId,
): Promise<JobRecord> {
  const { key } = await library.openByNumber(jobId, at - 1)
  return library.saveResult(key, jobResult(articles), at)
}
