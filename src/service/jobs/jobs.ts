import type { Article } from '../../contract/article.ts'
import type { JobRequest } from '../../contract/job-request.ts'
import { readVersions } from '../articles/store.ts'
import type { Database } from '../database/database.ts'
import type { FoundJob } from './find-job.ts'
import { createJobFinder } from './find-job.ts'
import { createJobQueue } from './queue.ts'
import type { JobLog, RunnerOptions } from './runner.ts'
import { createRunner } from './runner.ts'

export interface Jobs {
  /** Starts working, including on jobs that an earlier process left unfinished. */
  start(): Promise<void>
  /** Takes no more work and waits for running jobs; those not finished in time are done after the next start. */
  stop(options: { withinMs: number }): Promise<void>
  /**
   * Accepts a request (docs/interface.md, "Requests"). The job is safe when this resolves; the work happens later. Does
   * not validate the request: the http layer has already refused what exceeds the limits.
   *
   * @param idempotencyKey sent again within a day, it makes no second job
   * @returns the id of the job
   * @throws ReusedKeyError if the key was sent with a different request
   */
  create(accountId: number, request: JobRequest, idempotencyKey?: string): Promise<number>
  /** @returns undefined for an unknown job and for another account's alike */
  find(accountId: number, jobId: number): Promise<FoundJob | undefined>
  /**
   * The articles of a job that `find` reported as successful, best first, in batches, so that no answer is ever held in
   * memory whole. Imports during or after the call don't change the result.
   */
  articles(jobId: number): AsyncIterable<Article[]>
}

export interface JobsOptions extends RunnerOptions {
  readonly database: Database
  readonly log?: JobLog | undefined
  /** How long after its last heartbeat a process counts as dead. */
  readonly leaseMs?: number
}

export function createJobs({ database, log = () => {}, leaseMs = 20_000, ...options }: JobsOptions): Jobs {
  const queue = createJobQueue(database, leaseMs)
  const runner = createRunner(database, queue, log, options)

  return {
    start: () => runner.start(),

    stop: ({ withinMs }) => runner.stop(withinMs),

    async create(accountId, request, idempotencyKey) {
      const jobId = await queue.add(accountId, request, idempotencyKey)
      runner.wake()
      return jobId
    },

    find: createJobFinder(database),

    articles: (jobId) => readArticles(database, jobId),
  }
}

/** Large enough to amortise the query, small enough not to hold up the one embedded connection. */
const batchSize = 150

async function* readArticles(database: Database, jobId: number): AsyncGenerator<Article[]> {
  const { rows } = await database.query<{ article_version_ids: number[]; remove_signature: boolean }>(
    'select article_version_ids, remove_signature from jobs where id = $1',
    [jobId],
  )
  const job = rows[0]
  if (!job) return
  for (let start = 0; start < job.article_version_ids.length; start += batchSize) {
    const versions = await readVersions(database, job.article_version_ids.slice(start, start + batchSize))
    yield versions.map(({ articleId, title, text, bodyLength }) => ({
      id: articleId,
      title,
      text: job.remove_signature ? text.slice(0, bodyLength) : text,
    }))
  }
}
