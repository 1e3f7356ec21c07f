import { randomUUID } from 'node:crypto'
import type { Database, Query } from '../database/database.ts'
import { releaseAllAddresses } from './address-store.ts'
import { furthestFrom } from './intervals.ts'
import type { SourceKind } from './source.ts'

/** A source leased to this process, until it is released or its heartbeat stops. */
export interface LeasedSource {
  readonly id: number
  readonly kind: SourceKind
  readonly site: string
  readonly address: string
  readonly category: string
  readonly listAt: Date
  readonly notBefore: Date
  readonly intervalMs: number
  readonly errors: number
  readonly token: string
}

const columns = `id, kind, site, address, category, list_at as "listAt", not_before as "notBefore",
  interval_ms as "intervalMs", errors, lease_token as token`

/** How long a source stays leased after its process died. */
const leaseMs = 60_000
/** How often a holder renews its lease. */
export const leaseBeatMs = leaseMs / 3
const until = `now() + interval '${leaseMs} milliseconds'`
const isFree = '(lease_until is null or lease_until < now())'

/** Leases use the database's clock, the only one that all processes share. A lease that isn't renewed expires. */
export function createSourceLeases(database: Database) {
  return {
    /** @returns undefined if another process holds it, or if the owner paused or removed it */
    async take(id: number): Promise<LeasedSource | undefined> {
      const { rows } = await database.query<LeasedSource>(
        `update sources set lease_token = $2, lease_until = ${until}
        where id = $1 and paused_at is null and kind <> 'folder' and ${isFree} returning ${columns}`,
        [id, randomUUID()],
      )
      return rows[0]
    },

    /**
     * Takes the source that has been due longest. New sources come first, so that whoever adds one sees a result soon.
     * One that is due too far ahead (see `hasCome`) is due now; but searches are never due, except for pages.
     *
     * @param exceptSites sites being refreshed in this process
     */
    async takeDue(now: Date, exceptSites: readonly string[]): Promise<LeasedSource | undefined> {
      const { rows } = await database.query<LeasedSource>(
        `update sources set lease_token = $2, lease_until = ${until}
        where id = (
          select id from sources
          where paused_at is null and (due_at <= $1 or due_at > $4 and kind <> 'search') and kind <> 'folder'
            and ${isFree} and site <> all ($3::text[])
          order by tried_at is not null, due_at limit 1
          for update skip locked
        ) returning ${columns}`,
        [now.toISOString(), randomUUID(), exceptSites, furthestFrom(now).toISOString()],
      )
      return rows[0]
    },

    /** @returns the sources on which a process holds a valid lease */
    async findLeased(ids: readonly number[]): Promise<Set<number>> {
      const { rows } = await database.query<{ id: number }>(
        `select id from sources
        where id = any ($1::int[]) and lease_token is not null and lease_until >= now()`,
        [ids],
      )
      return new Set(rows.map(({ id }) => id))
    },

    /**
     * The state of a source's lease; `abandoned` if its holder died, so that it expired without being released.
     *
     * @returns undefined if it is paused or removed
     */
    async stateOf(id: number): Promise<'free' | 'leased' | 'abandoned' | undefined> {
      const { rows } = await database.query<{ state: 'free' | 'leased' | 'abandoned' }>(
        `select case when lease_token is null then 'free' when lease_until < now() then 'abandoned' else 'leased' end
          as state
        from sources where id = $1 and paused_at is null and kind <> 'folder'`,
        [id],
      )
      return rows[0]?.state
    },

    /**
     * Releases all leases. Call it only when no other process can be running: the holders are then dead, and imports of
     * folders cut short.
     */
    async releaseAll(): Promise<void> {
      await database.query(
        `update sources set lease_token = null,
          lease_until = case when kind = 'folder' then now() - interval '1 millisecond' end
        where lease_until is not null`,
      )
      await releaseAllAddresses(database)
    },

    /** Records that a folder is being imported; once this is no longer renewed, the import counts as cut short. */
    async noteImporting(id: number): Promise<void> {
      await database.query(`update sources set lease_until = ${until} where id = $1`, [id])
    },

    /** Renews the lease (heartbeat) until `end` is called. `lost` aborts once another process has it. */
    keepAlive({ id, token }: LeasedSource): { lost: AbortSignal; end(): void } {
      const lost = new AbortController()
      const timer = setInterval(() => {
        database
          .query(`update sources set lease_until = ${until} where id = $1 and lease_token = $2`, [id, token])
          .then(
            ({ rowCount }) => rowCount === 0 && lost.abort(),
            // The database is unavailable; the next step will notice.
            () => undefined,
          )
      }, leaseBeatMs)
      timer.unref()
      return { lost: lost.signal, end: () => clearInterval(timer) }
    },

    /**
     * Releases the lease and writes the outcome.
     *
     * @returns false if the source was removed, or another process holds it by now
     */
    async release({ id, token }: LeasedSource, outcome: Outcome): Promise<boolean> {
      const names = Object.keys(outcome) as (keyof Outcome)[]
      const { rowCount } = await database.query(
        `update sources set lease_token = null, lease_until = null
          ${names.map((name, index) => `, ${outcomeColumns[name]} = $${index + 3}`).join('')}
        where id = $1 and lease_token = $2`,
        [id, token, ...names.map((name) => outcome[name])],
      )
      return rowCount > 0
    },

    /** Ends the lease as if this process had died: whoever takes the source next does its work. */
    async abandon({ id, token }: LeasedSource, dueAt: Date): Promise<void> {
      await database.query(
        `update sources set lease_until = now() - interval '1 millisecond', due_at = $3
        where id = $1 and lease_token = $2`,
        [id, token, dueAt.toISOString()],
      )
    },
  }
}

export type SourceLeases = ReturnType<typeof createSourceLeases>

/** The fields that a refresh changes in its source; others stay as they are. */
export interface Outcome {
  readonly dueAt?: Date
  readonly listAt?: Date
  readonly notBefore?: Date
  readonly intervalMs?: number
  readonly errors?: number
  readonly error?: string
  readonly triedAt?: Date
  readonly succeededAt?: Date
  readonly renewedAt?: Date
  readonly pausedAt?: Date
  readonly pausedBecause?: string
  readonly title?: string
}

const outcomeColumns: Record<keyof Outcome, string> = {
  dueAt: 'due_at',
  listAt: 'list_at',
  notBefore: 'not_before',
  intervalMs: 'interval_ms',
  errors: 'errors',
  error: 'error',
  triedAt: 'tried_at',
  succeededAt: 'succeeded_at',
  renewedAt: 'renewed_at',
  pausedAt: 'paused_at',
  pausedBecause: 'paused_because',
  title: 'title',
}

/**
 * Checks the fencing token: throws unless this process still holds the source. The share lock keeps it so until the
 * transaction ends.
 */
export async function assertLeaseHeld(tx: Query, { id, token }: LeasedSource): Promise<void> {
  const { rows } = await tx.query('select from sources where id = $1 and lease_token = $2 for share', [
    id,
    token,
  ])
  if (rows.length === 0) throw new LeaseLostError()
}

export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'

  constructor() {
    super('The source was removed, or is being refreshed elsewhere.')
  }
}
