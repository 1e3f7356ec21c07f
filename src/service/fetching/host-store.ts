import type { Database } from '../database/database.ts'

/** Stores the state of hosts, so that limits on requests survive restarts and hold across processes. */
export interface HostStore {
  /**
   * Acquires the host for an exchange until `untilMs`, or until `release`.
   *
   * @param host name, and port unless it is the default one
   * @returns what it has to wait for if it was not acquired
   */
  acquire(host: string, nowMs: number, untilMs: number): Promise<'acquired' | HostBlock>
  /** Ends an exchange. The host gets no further request before `notBeforeMs`. */
  release(host: string, notBeforeMs: number): Promise<void>
  robots(origin: string): Promise<StoredRobots | undefined>
  keepRobots(origin: string, robots: StoredRobots): Promise<void>
}

export interface HostBlock {
  /** An exchange is in progress and usually ends much earlier; if not, the host gets no request until then. */
  readonly isInUse: boolean
  readonly untilMs: number
}

export interface StoredRobots {
  /** As received; empty if the site has none. */
  readonly bytes: Uint8Array
  readonly expiresAtMs: number
}

/** The longest rest that is honoured. Anything further ahead was written with a wrong clock. */
const longestRestMs = 24 * 3600 * 1_000

/**
 * Rows older than this are deleted whenever new rules are stored, counted from the expiry of the new ones: a robots.txt
 * that expired a week ago, and a host that has been free for as long.
 */
const forgottenAfterMs = 8 * 24 * 3600 * 1_000

export function createMemoryHostStore(): HostStore {
  const blocks = new Map<string, HostBlock>()
  const robots = new Map<string, StoredRobots>()
  return {
    async acquire(host, nowMs, untilMs) {
      const block = blocks.get(host)
      if (block && block.untilMs > nowMs && block.untilMs <= nowMs + longestRestMs) return block
      blocks.set(host, { isInUse: true, untilMs })
      return 'acquired'
    },
    async release(host, notBeforeMs) {
      blocks.set(host, { isInUse: false, untilMs: notBeforeMs })
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
    async acquire(host, nowMs, untilMs) {
      const { rows } = await database.query<{
        isAcquired: boolean
        inUse: boolean | null
        notBefore: Date | null
      }>(
        `with acquired as (
          insert into hosts (host, not_before, in_use) values ($1, $2, true)
          on conflict (host) do update set not_before = excluded.not_before, in_use = true
          where hosts.not_before not between $3 and $4
          returning true
        )
        select exists (select from acquired) as "isAcquired", in_use as "inUse", not_before as "notBefore"
        from (select 1) as one left join hosts on host = $1`,
        [host, new Date(untilMs), new Date(nowMs + 1), new Date(nowMs + longestRestMs)],
      )
      const [row] = rows
      if (row?.isAcquired) return 'acquired'
      // A row that another process is inserting right now isn't visible yet.
      return { isInUse: row?.inUse ?? true, untilMs: row?.notBefore?.getTime() ?? nowMs + 1_000 }
    },

    async release(host, notBeforeMs) {
      await database.query('update hosts set not_before = $2, in_use = false where host = $1', [
        host,
        new Date(notBeforeMs),
      ])
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
      // Cleaned up here, since rules are stored once a day for each origin, and a sitemap may name thousands of hosts.
      // Failures are ignored: they must not make the fetch fail.
      const forgottenBefore = new Date(expiresAtMs - forgottenAfterMs)
      const forget = (sql: string) => database.query(sql, [forgottenBefore]).catch(() => undefined)
      await forget('delete from robots where expires_at < $1')
      await forget('delete from hosts where not_before < $1')
    },
  }
}
