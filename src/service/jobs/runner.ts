import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Query } from '../database/database.ts'
import { collectArticles } from './collect.ts'
import type { Task, TaskQueue } from './queue.ts'
import { newTaskId } from './queue.ts'

export type JobLog = (entry: {
  readonly event: 'queue-failed' | 'job-done' | 'job-failed' | 'job-resumed'
  readonly jobId?: number
  readonly durationMs?: number
  readonly willRetry?: boolean
  readonly error?: string
}) => void

export interface RunnerOptions {
  /** How often a job is tried before its state is `failure`; an attempt that the process did not survive counts. */
  readonly maxAttempts?: number
  /** Before the second attempt; doubled before each further one. */
  readonly retryDelayMs?: number
  /** How long an idle service waits before it looks for what other processes or retries have left to do. */
  readonly pollMs?: number
  readonly recoverEveryMs?: number
}

/** Takes tasks and does the jobs, one at a time embedded, a few at once on a server. */
export function createRunner(database: Database, queue: TaskQueue, log: JobLog, options: RunnerOptions) {
  const { maxAttempts = 5, retryDelayMs = 1_000, pollMs = 1_000, recoverEveryMs = 15_000 } = options
  const naps = new Set<AbortController>()
  const running = new Set<number>()
  let workers: Promise<void>[] = []
  const ending = new AbortController()
  let recoverAt = 0

  function wake(): void {
    for (const nap of naps) nap.abort()
  }

  async function work(): Promise<void> {
    while (!ending.signal.aborted) {
      // Made before looking, so that a job created while we look still ends the nap.
      const nap = new AbortController()
      naps.add(nap)
      const task = await takeTask().catch((error: unknown) =>
        log({ event: 'queue-failed', error: String(error) }),
      )
      if (task) await run(task)
      else if (!ending.signal.aborted)
        await sleep(pollMs, undefined, { signal: nap.signal, ref: false }).catch(() => {})
      naps.delete(nap)
    }
  }

  async function takeTask(): Promise<Task | undefined> {
    if (Date.now() >= recoverAt) {
      recoverAt = Date.now() + recoverEveryMs
      await recover()
    }
    return queue.take()
  }

  async function run(task: Task): Promise<void> {
    const { jobId } = task
    const startedAt = performance.now()
    running.add(jobId)
    try {
      const state = await claim(jobId)
      await database.transaction(async (tx) => {
        if (state === 'running') await collectArticles(tx, jobId)
        await queue.remove(tx, task.id)
      })
      if (state === 'failure') log({ event: 'job-failed', jobId, willRetry: false, error: 'Given up.' })
      const durationMs = Math.round(performance.now() - startedAt)
      if (state === 'running') log({ event: 'job-done', jobId, durationMs })
    } catch (error) {
      const willRetry = await putOff(task).catch(() => {
        // The database itself is away. The job is as good as left by a dead process: recovered like one.
        recoverAt = Date.now() + retryDelayMs
        return true
      })
      log({ event: 'job-failed', jobId, willRetry, error: String(error) })
    } finally {
      running.delete(jobId)
    }
  }

  /**
   * Counts the attempt before it is made, for it may end the process.
   *
   * @returns nothing for a job that has ended already
   */
  async function claim(jobId: number): Promise<'running' | 'failure' | undefined> {
    const { rows } = await database.query<{ state: 'running' | 'failure' }>(
      `update jobs set
        state = case when attempts < $2 then 'running' else 'failure' end,
        ended_at = case when attempts < $2 then null else now() end,
        ids_to_skip = case when attempts < $2 then ids_to_skip else '' end,
        attempts = attempts + 1,
        version = gen_random_uuid()
      where id = $1 and state in ('queued', 'running')
      returning state`,
      [jobId, maxAttempts],
    )
    return rows[0]?.state
  }

  async function putOff(task: Task): Promise<boolean> {
    return database.transaction(async (tx) => {
      const { rows } = await tx.query<{ attempts: number }>(
        `select attempts from jobs where id = $1 and state in ('queued', 'running') for update`,
        [task.jobId],
      )
      const attempts = rows[0]?.attempts
      const willRetry = attempts !== undefined && attempts < maxAttempts
      if (willRetry) await requeue(tx, task, retryDelayMs * 2 ** Math.max(0, attempts - 1))
      else {
        await queue.remove(tx, task.id)
        await tx.query(
          `update jobs set state = 'failure', ended_at = now(), ids_to_skip = '', version = gen_random_uuid()
          where id = $1 and state in ('queued', 'running')`,
          [task.jobId],
        )
      }
      return willRetry
    })
  }

  /**
   * Gives a new task to every unfinished job that nobody is going to do: its process died, or the database went
   * away under it. A job that another process is doing holds its row's lock, so no time-out has to guess.
   */
  async function recover(): Promise<void> {
    await database.transaction(async (tx) => {
      for (const task of await queue.stranded(tx, [...running])) {
        await requeue(tx, task, 0)
        log({ event: 'job-resumed', jobId: task.jobId })
      }
    })
  }

  async function requeue(tx: Query, { id, jobId }: Task, delayMs: number): Promise<void> {
    const taskId = newTaskId()
    await queue.remove(tx, id)
    await queue.add(tx, jobId, taskId, delayMs)
    await tx.query(
      `update jobs set state = 'queued', task_id = $2, version = gen_random_uuid() where id = $1`,
      [jobId, taskId],
    )
  }

  return {
    wake,

    async start(): Promise<void> {
      await recover()
      recoverAt = Date.now() + recoverEveryMs
      workers = Array.from({ length: database.kind === 'embedded' ? 1 : 4 }, work)
    },

    async stop(withinMs: number): Promise<void> {
      ending.abort()
      wake()
      await Promise.race([Promise.all(workers), sleep(withinMs, undefined, { ref: false })])
    },
  }
}
