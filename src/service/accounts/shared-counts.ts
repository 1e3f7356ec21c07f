import type { Database } from '../database/database.ts'

/** How often something happened within a window that starts with its first occurrence. */
export interface WindowCount {
  /** At most 100 characters; a digest if it would reveal too much. */
  readonly name: string
  readonly count: number
  readonly msLeft: number
}

export type SharedCounts = (added: readonly WindowCount[]) => Promise<WindowCount[]>

const cleanEveryMs = 60_000
/** Covers changes of transactions that had not committed when this process last looked. */
const lookBackMs = 5_000

/**
 * Counts shared by all processes on a database. One statement adds counts and returns the totals of these and of all
 * that others have changed since the last call.
 */
export function createSharedCounts(
  database: Database,
  now: () => number = () => performance.now(),
): SharedCounts {
  let askedAt = -Infinity
  let cleanedAt = now()

  return async function exchange(added) {
    const askedNow = now()
    const { rows } = await database.query<WindowCount>(
      `with added as (
        insert into limit_counts as kept (name, count, ends_at)
        select name, count, now() + ms_left * interval '1 millisecond'
        from unnest($1::text[], $2::int[], $3::int[]) as given (name, count, ms_left)
        -- In one order, or two processes could wait for each other.
        order by name
        on conflict (name) do update set
          count = case when kept.ends_at > now() then kept.count else 0 end + excluded.count,
          ends_at = case when kept.ends_at > now() then kept.ends_at else excluded.ends_at end,
          changed_at = now()
        returning name, count, ends_at
      ), changed as (
        select name, count, ends_at from added
        union all
        select name, count, ends_at from limit_counts
        where changed_at > now() - $4 * interval '1 millisecond' and ends_at > now() and name <> all ($1::text[])
      )
      select name, count, ceil(extract(epoch from ends_at - now()) * 1000)::int as "msLeft" from changed`,
      [
        added.map(({ name }) => name),
        added.map(({ count }) => count),
        added.map(({ msLeft }) => Math.ceil(msLeft)),
        // No window is longer than an hour.
        Math.min(askedNow - askedAt + lookBackMs, 3_600_000),
      ],
    )
    askedAt = askedNow
    if (askedNow - cleanedAt > cleanEveryMs) {
      cleanedAt = askedNow
      // The counts are already written: an error here would make the caller add them again.
      const deleting = database.query(
        `delete from limit_counts where name in (
          select name from limit_counts where ends_at < now() order by name for update skip locked
        )`,
      )
      await deleting.catch(() => undefined)
    }
    return rows
  }
}
