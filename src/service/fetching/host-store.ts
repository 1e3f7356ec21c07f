import type { Database } from '../database/database.ts'

/** The state of hosts that is kept, so that politeness survives restarts and holds across processes. */
export interface HostStore {
  /**
   * Takes the host for an exchange until `untilMs`, or until `release`.
   *
   * @param host name, and port unless it is the default one
   * @returns undefined if it was taken, else the time when to try again
   */
  take(host: string, nowMs: number, untilMs: number): Promise<number | undefined>
  /** Ends an exchange. The host is not asked again before `notBeforeMs`. */
  release(host: string, notBeforeMs: number): Promise<void>
  robots(origin: string): Promise<StoredRobots | undefined>
  keepRobots(origin: string, robots: StoredRobots): Promise<void>
}

export interface StoredRobots {
  /** As received; empty if the site has none. */
  readonly bytes: Uint8Array
  readonly expiresAtMs: number
}

/** The longest rest that is honoured. Anything further ahead was written with a wrong clock. */
const longestRestMs = 24 * 3600 * 1_000

export function createMemoryHostStore(): HostStore {
  const notBefore = new Map<string, number>()
  const robots = new Map<string, StoredRobots>()
  return {
    async take(host, nowMs, untilMs) {
      const at = notBefore.get(host) ?? 0
      if (at > nowMs && at <= nowMs + longestRestMs) return at
      notBefore.set(host, untilMs)
      return undefined
    },
    async release(host, notBeforeMs) {
      notBefore.set(host, notBeforeMs)
    },
    async robots(origin) {
      return robots.get(origin)
    },
    async keepRobots(origin, kept) {
      robots.set(origin, kept)
    },
  }
}

export function createHostStore(database: Database): HostStore {
  return {
    async take(host, nowMs, untilMs) {
      const { rows } = await database.query<{ taken: boolean; notBefore: Date | null }>(
        `with taken as (
          insert into hosts (host, not_before) values ($1, $2)
          on conflict (host) do update set not_before = excluded.not_before
          where hosts.not_before not between $3 and $4
          returning true
        )
        select exists (select from taken) as taken,
          (select not_before from hosts where host = $1) as "notBefore"`,
        [host, new Date(untilMs), new Date(nowMs + 1), new Date(nowMs + longestRestMs)],
      )
      const [row] = rows
      // A row that another process is inserting right now isn't visible yet. The host is in use; the next try finds out
      // until when.
      return row?.taken ? undefined : (row?.notBefore?.getTime() ?? nowMs + 1_000)
    },

    async release(host, notBeforeMs) {
      await database.query('update hosts set not_before = $2 where host = $1', [host, new Date(notBeforeMs)])
    },

    async robots(origin) {
      const { rows } = await database.query<{ bytes: Uint8Array; expiresAt: Date }>(
        'select bytes, expires_at as "expiresAt" from robots where origin = $1',
        [origin],
      )
      return rows[0] && { bytes: rows[0].bytes, expiresAtMs: rows[0].expiresAt.getTime() }
    },

    async keepRobots(origin, { bytes, expiresAtMs }) {
      await database.query(
        `insert into robots (origin, bytes, expires_at) values ($1, $2, $3)
        on conflict (origin) do update set bytes = excluded.bytes, expires_at = excluded.expires_at`,
        [origin, bytes, new Date(expiresAtMs)],
      )
    },
  }
}
