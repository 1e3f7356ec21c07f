import type { Query } from '../database/database.ts'

export interface SourceDay {
  readonly sourceId: number
  readonly now: Date
}

export interface DayCounts {
  readonly added: number
  readonly changed: number
  readonly known: number
  readonly refused: number
}

/** Adds to the counts of a source and day, which the owner sees. */
export async function countDay(tx: Query, { sourceId, now }: SourceDay, counts: DayCounts): Promise<void> {
  const { added, changed, known, refused } = counts
  if (added + changed + known + refused === 0) return
  await tx.query(
    `insert into source_days as so_far (source_id, day, added, changed, known, refused)
    values ($1, ($2::timestamptz at time zone 'utc')::date, $3, $4, $5, $6)
    on conflict (source_id, day) do update set added = so_far.added + excluded.added,
      changed = so_far.changed + excluded.changed, known = so_far.known + excluded.known,
      refused = so_far.refused + excluded.refused`,
    [sourceId, now.toISOString(), added, changed, known, refused],
  )
}

/** Deletes the counts of days that no longer matter: only those of the last week are shown. */
export async function forgetDays(query: Query, now: Date): Promise<void> {
  await query.query(`delete from source_days where day < ($1::timestamptz at time zone 'utc')::date - 30`, [
    now.toISOString(),
  ])
}
