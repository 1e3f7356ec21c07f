import type { Article } from '../../../contract/article.ts'
import type { Library } from '../library.ts'
import type { JobRecord, JobResult } from '../records.ts'

/** What the service returns for a finished job. */
export const jobResult = (articles: readonly Article[]): JobResult => ({
  state: 'success',
  category: '',
  articles,
  setAside: [],
})

/** Opens a job by its number, and saves its articles. */
export async function collectJob(
  library: Library,
  jobId: number,
  articles: readonly Article[],
  at = jobId,
): Promise<JobRecord> {
  const { key } = await library.openByNumber(jobId, at)
  return library.saveResult(key, jobResult(articles), at)
}
