import type { Database } from '../database/database.ts'

export type JobState = 'queued' | 'running' | 'success' | 'failure'

export interface FoundJob {
  readonly id: number
  readonly state: JobState
  /** As requested; empty if the request had none. */
  readonly category: string
  /** Whether all matches were ranked; false if there were so many that only the newest were. */
  readonly isWholeRanking: boolean
  /** Changes whenever the response to GET changes; differs between databases too. */
  readonly version: string
}

interface KnownJob extends FoundJob {
  readonly accountId: number
}

const hasEnded = (job: FoundJob | undefined): boolean => job?.state === 'success' || job?.state === 'failure'

interface PendingLookup {
  readonly accountId: number
  readonly jobId: number
  readonly resolve: (job: FoundJob | undefined) => void
  readonly reject: (error: unknown) => void
}

/**
 * Looks up jobs for their watchers. Requests that arrive during a query are batched into the next one: otherwise two
 * hundred watchers would queue for the embedded database's one connection ahead of the work they wait for.
 */
export function createJobFinder(database: Database) {
  let pending: PendingLookup[] = []
  let isLookingUp = false

  async function lookUpPending(): Promise<void> {
    isLookingUp = true
    while (pending.length > 0) {
      const batch = pending
      pending = []
      await lookUp(batch)
    }
    isLookingUp = false
  }

  async function lookUp(batch: readonly PendingLookup[]): Promise<void> {
    try {
      const byId = await readJobs([...new Set(batch.map(({ jobId }) => jobId))])
      for (const { accountId, jobId, resolve } of batch) {
        const { accountId: owner, ...job } = byId.get(jobId) ?? {}
        resolve(owner === accountId ? (job as FoundJob) : undefined)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  /** A replica has the last word on jobs that have ended; on others, and those that it doesn't know yet, the primary. */
  async function readJobs(ids: readonly number[]): Promise<Map<number, KnownJob>> {
    const known = new Map<number, KnownJob>()
    for (const from of database.reader ? [database.reader, database] : [database]) {
      const left = ids.filter((id) => !hasEnded(known.get(id)))
      if (left.length === 0) break
      const { rows } = await from.query<KnownJob>(
        `select id, account_id as "accountId", state, category, version,
          is_whole_ranking as "isWholeRanking"
        from jobs where id = any ($1)`,
        [left],
      )
      for (const row of rows) known.set(row.id, row)
    }
    return known
  }

  return async (accountId: number, jobId: number): Promise<FoundJob | undefined> => {
    if (!isJobId(jobId)) return undefined
    return new Promise((resolve, reject) => {
      pending.push({ accountId, jobId, resolve, reject })
      if (!isLookingUp) void lookUpPending()
    })
  }
}

/** The id comes from a URL: past 32 bits the database would report an error rather than "no such job". */
const isJobId = (id: number): boolean => Number.isInteger(id) && id > 0 && id <= 0x7fff_ffff
