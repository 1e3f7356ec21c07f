import type { Database } from '../database/database.ts'
import { siteOf } from './address-key.ts'
import { keyOf } from './source-store.ts'
import type { LeasedSource, Outcome } from './source-lease.ts'

/**
 * Follows a source that moved permanently. If the new address already is a source, this one is paused, since the other
 * covers both.
 *
 * @returns further changes to write to the source
 */
export async function moveSource(
  database: Database,
  source: LeasedSource,
  to: string,
  now: Date,
): Promise<Outcome> {
  const { rowCount } = await database.query(
    `update sources set address = $2, address_key = $3, site = $5, moved_from = address, moved_at = $4
    where id = $1 and address <> $2 and not exists (select from sources where address_key = $3 and id <> $1)`,
    [source.id, to, keyOf(source.kind, to), now.toISOString(), siteOf(to)],
  )
  if (rowCount > 0 || source.address === to) return {}
  return { pausedAt: now, pausedBecause: `moved to ${to}, which is a source already` }
}
