import { createHash } from 'node:crypto'
import { requestLimits, type JobRequest } from '../../contract/job.ts'
import type { Matched } from '../articles/matching.ts'
import { packSkipIds } from '../articles/skip-ids.ts'
import type { Database } from '../database/database.ts'
import { mayBeDone } from '../database/unavailable.ts'

/** A job is matched; if that finds too few articles, more are collected for it and it is matched again. */
export type Phase = 'match' | 'collect'

/** A job that this process holds until its lease ends. */
export interface LeasedJob {
  readonly id: number
  readonly token: string
  readonly phase: Phase
  /** How often this phase was started, including this time. */
  readonly attempts: number
  /** The previous holder never gave it back. */
  readonly isResumed: boolean
  /** From its POST until it was first taken; null on a repeat. */
  readonly waitedMs: number | null
  readonly keywords: string[]
  readonly category: string
  readonly articleCount: number
  /** As `packSkipIds` made them; empty while collecting. */
  readonly idsToSkip: Buffer
  readonly isCollected: boolean
  /** Nothing could be collected: no source responded, or every attempt ended its process. */
  readonly hasCollectingFailed: boolean
}

/** The idempotency key was already used for a different request. */
export class ReusedKeyError extends Error {
  override readonly name = 'ReusedKeyError'
}

/** The account was removed after its request had been authenticated. */
export class RemovedAccountError extends Error {
  override readonly name = 'RemovedAccountError'
}

/** The database's response was lost: the job may have been made, and without a key a retry would make another. */
export class UnconfirmedJobError extends Error {
  override readonly name = 'UnconfirmedJobError'
}

export type JobQueue = ReturnType<typeof createJobQueue>

export const channel = 'article_desk_jobs'

/**
 * The jobs table as a queue. Taking a job grants a lease on it, which must be extended to stay valid; every write
 * carries the lease's fencing token and does nothing once the job has gone to another process. Times are the
 * database's, since process clocks differ. No lock is held longer than one statement.
 */
export function createJobQueue(database: Database, leaseMs: number) {
  const lease = `now() + interval '${leaseMs} milliseconds'`

  /** @returns whether we still held the lease */
  async function write(job: LeasedJob, change: string, values: unknown[] = []): Promise<boolean> {
    const { rowCount } = await database.query(
      `update jobs set lease_token = null, lease_until = null, ${change}
      where id = $1 and lease_token = $2`,
      [job.id, job.token, ...values],
    )
    return rowCount > 0
  }

  /** Bytes of old rows since they were last removed. */
  let oldRowBytes = 0

  /** Ends the job. A server removes its old rows, which hold the ids to skip; the embedded database has to be told. */
  async function end(job: LeasedJob, change: string, values?: unknown[]): Promise<boolean> {
    const isOurs = await write(job, change, values)
    oldRowBytes += job.idsToSkip.length + bytesPerJob
    if (database.kind === 'embedded' && oldRowBytes > 16_000_000)
      await database.query('vacuum jobs').then(
        () => (oldRowBytes = 0),
        // The job has ended anyway, and the next one will vacuum again.
        () => undefined,
      )
    return isOurs
  }

  return {
    /**
     * @param idempotencyKey the same key within a day means the same job
     * @returns the id of the job
     * @throws ReusedKeyError, RemovedAccountError, UnconfirmedJobError
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
        const made = database.query<{ id: number }>(
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
        const { rows } = await made.catch((cause: NodeJS.ErrnoException) => {
          if (cause.code === foreignKeyViolation) throw new RemovedAccountError()
          if (idempotencyKey !== undefined || !mayBeDone(cause)) throw cause
          throw new UnconfirmedJobError('The job may have been made.', { cause })
        })
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
     * Takes the next job in this phase: a new one, one due for a retry, or one left by a process that died.
     *
     * @param held jobs this process holds: if its own lease has expired, it is slow, not dead
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

    /**
     * A job whose row another session has locked is left for the next heartbeat: waiting for one row could let the
     * leases of all the others expire.
     *
     * @returns the ids of the jobs whose lease we still hold
     */
    async extend(jobs: readonly LeasedJob[]): Promise<Set<number>> {
      const { rows } = await database.query<{ id: number }>(
        `with free as (
          select id from jobs where lease_token = any ($1::uuid[]) and id = any ($2::int[])
          for update skip locked
        ), extended as (
          update jobs set lease_until = ${lease} from free where jobs.id = free.id
        )
        select id from jobs where lease_token = any ($1::uuid[]) and id = any ($2::int[])`,
        [jobs.map(({ token }) => token), jobs.map(({ id }) => id)],
      )
      return new Set(rows.map(({ id }) => id))
    },

    /** Writes the result and ends the job in one statement. */
    succeed: (job: LeasedJob, { versionIds, isWholeRanking }: Matched) =>
      end(job, `${ended('success')}, article_version_ids = $3::int[], is_whole_ranking = $4`, [
        `{${versionIds.join()}}`,
        isWholeRanking,
      ]),

    fail: (job: LeasedJob) => end(job, ended('failure')),

    /** Watchers still see it as `running`. */
    beginCollecting: (job: LeasedJob) =>
      write(
        job,
        `phase = 'collect', attempts = 0,
        turn = ${nextTurn('jobs.account_id', `'collect'`, 'jobs.id')}`,
      ),

    /** The job is matched with what is stored now, and never collected for again. */
    endCollecting: (job: LeasedJob, hasFailed: boolean) =>
      write(
        job,
        `phase = 'match', attempts = 0, collected_at = now(), collecting_failed = $3,
        turn = coalesce(${currentTurn(`'match'`)}, 0)`,
        [hasFailed],
      ),

    /**
     * After an error, or when this process stops: the job is taken again no earlier than `delayMs` from now.
     *
     * @param isAttempt false if the job is not to blame
     */
    postpone: (job: LeasedJob, delayMs: number, isAttempt: boolean) =>
      write(
        job,
        `state = 'queued', version = gen_random_uuid(),
        run_after = now() + $3 * interval '1 millisecond', attempts = attempts - $4`,
        [delayMs, isAttempt ? 0 : 1],
      ),

    /**
     * Call only if no other process can be at work: every lease then belongs to one that has died. A job to which this
     * happens for the first time continues at once. After that it waits, longer each time, and lets others go first:
     * otherwise a service that keeps being killed as it starts would use up all attempts of whichever job is next.
     */
    async expireLeases(delayMs: number): Promise<void> {
      await database.query(
        `update jobs set lease_until = least(lease_until,
          now() + case when attempts > 1 then 2 ^ (attempts - 2) else 0 end * $1 * interval '1 millisecond')
        where state in ('queued', 'running') and lease_until > now()`,
        [delayMs],
      )
    },
  }
}

const foreignKeyViolation = '23503'

/** Rough size of the old rows that a job leaves besides its ids to skip. */
const bytesPerJob = 2_000

const ended = (state: 'success' | 'failure'): string =>
  `state = '${state}', version = gen_random_uuid(), ended_at = now(), ids_to_skip = ''`

/** The lowest turn of the waiting jobs; null if none is waiting. */
const currentTurn = (phase: string): string =>
  `(select turn from jobs as other
    where phase = ${phase} and state in ('queued', 'running') and run_after <= now() and lease_until is null
    order by turn, id limit 1)`

/**
 * One after the account's last waiting job, but no earlier than the current turn: so accounts take turns, however many
 * jobs each has waiting. An account that had another job lately joins the turn after the current one: otherwise,
 * accounts that send a job whenever one has ended would keep the current turn from ever ending.
 *
 * @param ownId of the job, if it exists
 */
const nextTurn = (accountId: string, phase: string, ownId = '0'): string =>
  `greatest(
    (select max(turn) + 1 from jobs as other
      where account_id = ${accountId} and phase = ${phase} and state in ('queued', 'running')),
    ${currentTurn(phase)} + exists (
      select from jobs as other
      where account_id = ${accountId} and id <> ${ownId} and created_at > now() - interval '10 minutes'
    )::integer,
    0)`
