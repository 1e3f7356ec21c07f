import type { Article } from '../../contract/article.ts'
import type { JobRequest } from '../../contract/job.ts'
import { readVersions } from '../articles/store.ts'
import type { Database, Query } from '../database/database.ts'
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
   * The articles of a job that `find` reported as successful, best first, in batches, so that no response is ever held
   * in memory whole. Imports during or after the call don't change the result.
   */
  articles(jobId: number): AsyncIterable<Article[]>
}

export interface JobsOptions extends RunnerOptions {
  readonly database: Database
  readonly log?: JobLog | undefined
  /**
   * How long after its last heartbeat a process counts as dead. Idle processes look for what it left every `pollMs`, so
   * a job continues, or is given up, within 7 s of each loss, and its fifth attempt begins within 30 s of the first.
   */
  readonly leaseMs?: number
}

export function createJobs({ database, log = () => {}, leaseMs = 6_000, ...options }: JobsOptions): Jobs {
  const queue = createJobQueue(database, leaseMs)
  const runner = createRunner(database, queue, log, options)
  const withPermit = createSemaphore(maxConcurrentReads)

  return {
    start: () => runner.start(),

    stop: ({ withinMs }) => runner.stop(withinMs),

    async create(accountId, request, idempotencyKey) {
      const jobId = await queue.add(accountId, request, idempotencyKey)
      runner.wake()
      return jobId
    },

    find: createJobFinder(database),

    articles: async function* (jobId) {
      // The result that `find` has just seen may not have reached the replica yet.
      const result = database.reader && (await readResult(database.reader, jobId))
      const from = result ? (database.reader ?? database) : database
      const job = result ?? (await readResult(database, jobId))
      const ids = job?.article_version_ids ?? []
      for (let start = 0; start < ids.length;) {
        const batch = ids.slice(start, start + batchSize)
        const { versions, next } = await withPermit(async () => {
          const found = await readVersions(from, batch, batchBytes)
          // Replicas are asked in turn, and this one may be behind the one that has the job.
          return found.isComplete ? found : readVersions(database, batch, batchBytes)
        })
        start += next
        yield versions.map(({ articleId, title, text, bodyLength }) => ({
          id: articleId,
          title,
          text: job?.remove_signature ? text.slice(0, bodyLength) : text,
        }))
      }
    },
  }
}

/**
 * Large enough to amortise the query, small enough not to hold up other requests while it is turned into JSON. Twice as
 * many are no faster, and with twenty readers the process takes 50 MB more.
 */
const batchSize = 25
/** A batch ends once its texts have this size: 25 of the longest would take 100 MB for each reader. */
const batchBytes = 2 ** 20
/** A limit for all clients: more at once would be no quicker, and leave no processor for other requests. */
const maxConcurrentReads = 2

interface Result {
  readonly article_version_ids: number[]
  readonly remove_signature: boolean
}

async function readResult(from: Query, jobId: number): Promise<Result | undefined> {
  const { rows } = await from.query<Result>(
    `select article_version_ids, remove_signature from jobs where id = $1 and state = 'success'`,
    [jobId],
  )
  return rows[0]
}

/** Runs at most `permits` at a time, and the others in the order in which they came. */
function createSemaphore(permits: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async function withPermit<T>(work: () => Promise<T>): Promise<T> {
    if (running === permits) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
