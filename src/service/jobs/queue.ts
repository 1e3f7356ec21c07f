import { createHash } from 'node:crypto'
import { requestLimits, type JobRequest } from '../../contract/job-request.ts'
import type { Matched } from '../articles/matching.ts'
import { packSkipIds } from '../articles/skip-ids.ts'
import type { Database } from '../database/database.ts'

/** A job is matched, and where that brings too little, something is collected for it and it is matched again. */
export type Phase = 'match' | 'collect'

/** A job that this process holds until its lease ends. */
export interface LeasedJob {
  readonly id: number
  readonly token: string
  readonly phase: Phase
  /** How often this phase was begun, this time included. */
  readonly attempts: number
  /** Whoever held it before never gave it back. */
  readonly isResumed: boolean
  /** From its POST until it was taken for the first time; null for what is done again. */
  readonly waitedMs: number | null
  readonly keywords: string[]
  readonly category: string
  readonly articleCount: number
  /** As `packSkipIds` made them; empty while collecting. */
  readonly idsToSkip: Buffer
  readonly isCollected: boolean
  /** Nothing at all could be collected: no source answered, or every try ended its process. */
  readonly hasCollectingFailed: boolean
}

/** The idempotency key belongs to another request. */
export class ReusedKeyError extends Error {
  override readonly name = 'ReusedKeyError'
}

export type JobQueue = ReturnType<typeof createJobQueue>

export const channel = 'article_desk_jobs'

/**
 * The jobs table as a queue. Who takes a job gets a lease on it, which lives as long as it is extended; every write
 * names the lease's token and does nothing once the job was given to somebody else. Times are the database's, since
 * the clocks of processes differ. Nothing here holds a lock longer than its one statement.
 */
export function createJobQueue(database: Database, leaseMs: number) {
  const lease = `now() + interval '${leaseMs} milliseconds'`

  /** @returns whether the lease was still ours */
  async function write(job: LeasedJob, change: string, values: unknown[] = []): Promise<boolean> {
    const { rowCount } = await database.query(
      `update jobs set lease_token = null, lease_until = null, ${change}
      where id = $1 and lease_token = $2`,
      [job.id, job.token, ...values],
    )
    return rowCount > 0
  }

  return {
    /**
     * @param idempotencyKey the same within a day is the same job
     * @returns the id of the job
     * @throws ReusedKeyError
     */
    async add(accountId: number, request: JobRequest, idempotencyKey?: string): Promise<number> {
      const { keywords, category = '', removeSignature } = request
      const { articleCount = requestLimits.defaultArticleCount } = request
      const ids = packSkipIds(request.idsToSkip)
      const asked = [keywords, category, articleCount, removeSignature]
      const hash =
        idempotencyKey === undefined
          ? null
          : createHash('sha256').update(JSON.stringify(asked)).update(ids).digest()
      for (;;) {
        const { rows } = await database.query<{ id: number }>(
          `with job as (
            insert into jobs (account_id, keywords, category, article_count, remove_signature, ids_to_skip, turn,
              idempotency_key, request_hash)
            values ($1, $2, $3, $4, $5, $6, ${nextTurn('$1', `'match'`)}, $7, $8)
            on conflict (account_id, idempotency_key) where idempotency_key is not null do nothing
            returning id
          )
          select id, pg_notify('${channel}', '') from job`,
          [accountId, ...asked, ids, idempotencyKey, hash],
        )
        if (rows[0]) return rows[0].id
        const { rows: known } = await database.query<{ id: number; isSame: boolean }>(
          `with old as (
            update jobs set idempotency_key = null
            where account_id = $1 and idempotency_key = $2 and created_at < now() - interval '1 day'
          )
          select id, request_hash = $3 as "isSame" from jobs
          where account_id = $1 and idempotency_key = $2 and created_at >= now() - interval '1 day'`,
          [accountId, idempotencyKey, hash],
        )
        if (known[0]?.isSame) return known[0].id
        if (known[0]) throw new ReusedKeyError()
      }
    },

    /**
     * Takes the job that is next in this phase, be it new, due again, or left by a process that died.
     *
     * @param held what this process holds: a lease of its own that ended means that it is slow, not dead
     */
    async take(phase: Phase, held: readonly number[]): Promise<LeasedJob | undefined> {
      const { rows } = await database.query<LeasedJob>(
        `with next as (
          select id, lease_token is not null as is_resumed from jobs
          where state in ('queued', 'running') and phase = $1 and run_after <= now()
            and (lease_until is null or lease_until <= now()) and id <> all ($2::int[])
          order by turn, id
          limit 1
          for update skip locked
        )
        update jobs set
          state = 'running', attempts = attempts + 1,
          version = case when state = 'running' then version else gen_random_uuid() end,
          lease_token = gen_random_uuid(), lease_until = ${lease}
        from next where jobs.id = next.id
        returning jobs.id, lease_token as token, phase, attempts, is_resumed as "isResumed", keywords, category,
          case when attempts = 1 and phase = 'match' and collected_at is null
            then extract(epoch from now() - created_at)::float8 * 1000 end as "waitedMs",
          article_count as "articleCount", collected_at is not null as "isCollected",
          collecting_failed as "hasCollectingFailed",
          case phase when 'match' then ids_to_skip else '' end as "idsToSkip"`,
        [phase, held],
      )
      return rows[0]
    },

    /** @returns the ids of those whose lease was still ours and goes on */
    async extend(jobs: readonly LeasedJob[]): Promise<Set<number>> {
      const { rows } = await database.query<{ id: number }>(
        `update jobs set lease_until = ${lease} where lease_token = any ($1::uuid[]) and id = any ($2::int[])
        returning id`,
        [jobs.map(({ token }) => token), jobs.map(({ id }) => id)],
      )
      return new Set(rows.map(({ id }) => id))
    },

    /** Writes the result and the end of the job in one. */
    succeed: (job: LeasedJob, { versionIds, isWholeRanking }: Matched) =>
      write(job, `${ended('success')}, article_version_ids = $3::int[], is_whole_ranking = $4`, [
        `{${versionIds.join()}}`,
        isWholeRanking,
      ]),

    fail: (job: LeasedJob) => write(job, ended('failure')),

    /** It stays `running` for those who watch it. */
    collectFirst: (job: LeasedJob) =>
      write(
        job,
        `phase = 'collect', attempts = 0,
        turn = ${nextTurn('jobs.account_id', `'collect'`)}`,
      ),

    /** To be matched with what is there now; never to be collected for again. */
    endCollecting: (job: LeasedJob, hasFailed: boolean) =>
      write(job, `phase = 'match', attempts = 0, collected_at = now(), collecting_failed = $3`, [hasFailed]),

    /** After an error: to be tried again, no earlier than `delayMs` from now. */
    putOff: (job: LeasedJob, delayMs: number) =>
      write(job, `${queued}, run_after = now() + $3 * interval '1 millisecond'`, [delayMs]),

    /** Because this process stops: as if it had never been taken. */
    giveBack: (job: LeasedJob) => write(job, `${queued}, attempts = attempts - 1`),

    /** Where no other process can be at work: what is leased was held by one that died. */
    async forgetLeases(): Promise<void> {
      await database.query(
        `update jobs set lease_until = now() where state in ('queued', 'running') and lease_until > now()`,
      )
    },
  }
}

const queued = `state = 'queued', version = gen_random_uuid()`

const ended = (state: 'success' | 'failure'): string =>
  `state = '${state}', version = gen_random_uuid(), ended_at = now(), ids_to_skip = ''`

/**
 * One more than the account's last that waits, and no less than the turn that it is: so accounts take turns, whatever
 * number of jobs each has waiting.
 */
const nextTurn = (accountId: string, phase: string): string =>
  `greatest(
    (select max(turn) + 1 from jobs as other
      where account_id = ${accountId} and phase = ${phase} and state in ('queued', 'running')),
    (select turn from jobs as other
      where phase = ${phase} and state in ('queued', 'running') and run_after <= now() and lease_until is null
      order by turn, id limit 1),
    0)`
