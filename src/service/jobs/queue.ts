import { randomUUID } from 'node:crypto'
import PgBoss from 'pg-boss'
import type { Database, Query } from '../database/database.ts'

export interface Task {
  readonly id: string
  readonly jobId: number
}

export type TaskQueue = ReturnType<typeof createQueue>

const queueName = 'collect-articles'

/**
 * What is to be done next, kept by pg-boss in the same database as the jobs, so that a job and its task are
 * written in one transaction, and a result together with the end of its task.
 *
 * pg-boss's own workers are not used: they end a task outside of our transaction and without waiting for the
 * answer, so that a database that goes away at that moment would end the process. Its retries are not used
 * either, because they can't count an attempt that the process did not survive.
 */
export function createQueue(database: Database, onError: (error: unknown) => void) {
  const boss = new PgBoss({ db: speaker(database), schedule: false })
  boss.on('error', onError)

  return {
    async start(): Promise<void> {
      await boss.start()
      await boss.createQueue(queueName)
    },

    /** The task is taken no earlier than `delayMs` from now. */
    async add(tx: Query, jobId: number, taskId: string, delayMs = 0): Promise<void> {
      const sent = await boss.send(
        queueName,
        { jobId },
        { id: taskId, db: speaker(tx), startAfter: delayMs / 1000, expireInHours: 1 },
      )
      if (sent === null) throw new Error(`The task of job ${jobId} was not accepted by the queue.`)
    },

    /** Takes the next task; no other process gets it. Nothing, too, while the database can't be reached. */
    async take(): Promise<Task | undefined> {
      const [taken] = await boss.fetch<{ jobId: number }>(queueName)
      return taken && { id: taken.id, jobId: taken.data.jobId }
    },

    /**
     * Unfinished jobs whose task nobody is going to take and whose row no one holds, locked until the end of the
     * transaction. Asks pg-boss's own table (its version is pinned): asking for each task would take one question
     * a job.
     */
    async stranded(tx: Query, exceptJobIds: readonly number[]): Promise<Task[]> {
      const { rows } = await tx.query<Task>(
        `select jobs.id as "jobId", jobs.task_id as id from jobs
        where state in ('queued', 'running') and jobs.id <> all ($1::int[]) and not exists (
          select from pgboss.job as task
          where task.name = $2 and task.id = jobs.task_id and task.state < 'active'
        )
        order by jobs.id
        for update of jobs skip locked`,
        [exceptJobIds, queueName],
      )
      return rows
    },

    async remove(tx: Query, taskId: string): Promise<void> {
      await boss.deleteJob(queueName, taskId, { db: speaker(tx) })
    },

    async stop(): Promise<void> {
      await boss.stop({ graceful: false })
    },
  }
}

export const newTaskId = (): string => randomUUID()

const speaker = (query: Query): PgBoss.Db => ({
  executeSql: (text, values) => query.query(text, values),
})
