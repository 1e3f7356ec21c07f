import type { Database } from '../database/database.ts'
import { isUnavailable } from '../database/unavailable.ts'

/** The state of everything that processes share, and of this process's connections. */
export interface ServiceCounts {
  readonly jobs: Readonly<Record<'queued' | 'running', number>>
  readonly sources: Readonly<Record<'active' | 'paused' | 'in-trouble', number>>
  readonly connections: ReturnType<Database['connections']>
}

/** While the database is unavailable, only the connections are counted: that is when operators look at them. */
export async function readServiceCounts(
  database: Database,
): Promise<Partial<ServiceCounts> & Pick<ServiceCounts, 'connections'>> {
  const connections = database.connections()
  try {
    return { ...(await readShared(database)), connections }
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return { connections }
  }
}

/** Uses only indexes and small tables, since this may be called every few seconds. */
async function readShared(database: Database): Promise<Omit<ServiceCounts, 'connections'>> {
  const { rows } = await database.query<Record<string, number>>(
    `select
      (select count(*) from jobs where state in ('queued', 'running') and state = 'queued') as queued,
      (select count(*) from jobs where state in ('queued', 'running') and state = 'running') as running,
      count(*) filter (where paused_at is null and errors = 0) as active,
      count(*) filter (where paused_at is not null) as paused,
      count(*) filter (where paused_at is null and errors > 0) as "inTrouble"
    from sources`,
  )
  const { queued = 0, running = 0, active = 0, paused = 0, inTrouble = 0 } = rows[0] ?? {}
  return { jobs: { queued, running }, sources: { active, paused, 'in-trouble': inTrouble } }
}
