import { randomUUID } from 'node:crypto'
import type { Database, Query } from '../database/database.ts'
import { giveBackAddresses } from './address-store.ts'
import type { SourceKind } from './source.ts'

/** A source that this process alone refreshes, until it gives it back or stops saying that it lives. */
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

/**
 * Leases are told by the database's clock, the only one that all processes share. One that isn't prolonged ends by
 * itself, so that a process that died holds nothing up for longer than `leaseMs`.
 */
export function createSourceLeases(database: Database, leaseMs = 60_000) {
  const until = `now() + interval '1 millisecond' * ${Math.round(leaseMs)}`
  const isFree = '(lease_until is null or lease_until < now())'

  return {
    /** @returns undefined where another process has it, or the owner paused or removed it */
    async take(id: number): Promise<LeasedSource | undefined> {
      const { rows } = await database.query<LeasedSource>(
        `update sources set lease_token = $2, lease_until = ${until}
        where id = $1 and paused_at is null and kind <> 'folder' and ${isFree} returning ${columns}`,
        [id, randomUUID()],
      )
      return rows[0]
    },

    /**
     * Takes the source that is due longest; one that was never seen goes first, so that who adds it sees it work.
     *
     * @param exceptSites of which one is being refreshed here already: their turn is not yet
     */
    async takeDue(now: Date, exceptSites: readonly string[]): Promise<LeasedSource | undefined> {
      const { rows } = await database.query<LeasedSource>(
        `update sources set lease_token = $2, lease_until = ${until}
        where id = (
          select id from sources
          where paused_at is null and due_at <= $1 and kind <> 'folder' and ${isFree} and site <> all ($3::text[])
          order by tried_at is not null, due_at limit 1
          for update skip locked
        ) returning ${columns}`,
        [now.toISOString(), randomUUID(), exceptSites],
      )
      return rows[0]
    },

    /** @returns whether it is being refreshed by whoever took it */
    async isTaken(id: number): Promise<boolean> {
      const { rows } = await database.query(
        'select from sources where id = $1 and lease_token is not null and lease_until >= now()',
        [id],
      )
      return rows.length > 0
    },

    /** @returns whether whoever took it died: nobody gave it back, and nobody has it */
    async isAbandoned(id: number): Promise<boolean> {
      const { rows } = await database.query(
        'select from sources where id = $1 and lease_token is not null and lease_until < now()',
        [id],
      )
      return rows.length > 0
    },

    /** Where no other process can be at work: what is taken was taken by one that died. */
    async forgetAll(): Promise<void> {
      await database.query(
        'update sources set lease_token = null, lease_until = null where lease_token is not null',
      )
      await giveBackAddresses(database)
    },

    /** Says that this process lives, until `end` is called. `lost` is aborted when the lease went to another. */
    keep({ id, token }: LeasedSource): { lost: AbortSignal; end(): void } {
      const lost = new AbortController()
      const timer = setInterval(() => {
        database
          .query(`update sources set lease_until = ${until} where id = $1 and lease_token = $2`, [id, token])
          .then(
            ({ rowCount }) => rowCount === 0 && lost.abort(),
            // The database is away: the next step finds out for itself.
            () => undefined,
          )
      }, leaseMs / 3)
      timer.unref()
      return { lost: lost.signal, end: () => clearInterval(timer) }
    },

    /** Ends the lease and writes what came of it, unless the source is another's by now. */
    async release({ id, token }: LeasedSource, outcome: Outcome): Promise<void> {
      const names = Object.keys(outcome) as (keyof Outcome)[]
      await database.query(
        `update sources set lease_token = null, lease_until = null
          ${names.map((name, index) => `, ${outcomeColumns[name]} = $${index + 3}`).join('')}
        where id = $1 and lease_token = $2`,
        [id, token, ...names.map((name) => outcome[name])],
      )
    },
  }
}

export type SourceLeases = ReturnType<typeof createSourceLeases>

/** What a refresh leaves at its source; what isn't named stays as it was. */
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

/** Throws unless the source is still ours: what comes after, in the same transaction, is then nobody else's work. */
export async function mustHold(tx: Query, { id, token }: LeasedSource): Promise<void> {
  const { rows } = await tx.query('select from sources where id = $1 and lease_token = $2 for share', [
    id,
    token,
  ])
  if (rows.length === 0) throw new LeaseLostError('The source was removed, or is being refreshed elsewhere.')
}

export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}
