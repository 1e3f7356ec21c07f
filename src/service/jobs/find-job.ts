import type { Database } from '../database/database.ts'

export type JobState = 'queued' | 'running' | 'success' | 'failure'

export interface FoundJob {
  readonly id: number
  readonly state: JobState
  /** As requested; empty if the request had none. */
  readonly category: string
  /** As requested, or the default; it may have fewer. */
  readonly wantedCount: number
  /** Whether all matches were ranked; false if there were so many that only the newest were. */
  readonly isWholeRanking: boolean
  /** Changes whenever the response to GET changes; differs between databases too. */
  readonly version: string
}

interface KnownJob extends FoundJob {
  readonly accountId: number
}

const hasEnded = (job: FoundJob | undefined): boolean => job?.state === 'success' || job?.state === 'failure'

/**
 * Looks up jobs for their watchers. Requests that arrive during a query are batched into the next one: otherwise two
 * hundred watchers would queue for the embedded database's one connection ahead of the work they wait for.
 */
export function createJobFinder(database: Database) {
  let latest: Promise<unknown> = Promise.resolve()
  let next: { readonly ids: Set<number>; readonly jobs: Promise<Map<number, KnownJob>> } | undefined

  function startNext() {
    const ids = new Set<number>()
    const jobs = latest.then(() => {
      next = undefined
      return readJobs([...ids])
    })
    latest = jobs.catch(() => undefined)
    return { ids, jobs }
  }

  /** Trusts a replica on jobs that have ended; for others, and those it doesn't know yet, the primary is asked. */
  async function readJobs(ids: readonly number[]): Promise<Map<number, KnownJob>> {
    const known = new Map<number, KnownJob>()
    for (const from of database.reader ? [database.reader, database] : [database]) {
      const left = ids.filter((id) => !hasEnded(known.get(id)))
      if (left.length === 0) break
      const { rows } = await from.query<KnownJob>(
        `select id, account_id as "accountId", state, category, version,
          article_count as "wantedCount", is_whole_ranking as "isWholeRanking"
        from jobs where id = any ($1)`,
        [left],
      )
      for (const row of rows) known.set(row.id, row)
    }
    return known
  }

  return async (accountId: number, jobId: number): Promise<FoundJob | undefined> => {
    if (!isJobId(jobId)) return undefined
    next ??= startNext()
    next.ids.add(jobId)
    const { accountId: owner, ...job } = (await next.jobs).get(jobId) ?? {}
    return owner === accountId ? (job as FoundJob) : undefined
  }
}

/** The id comes from a URL: past 32 bits the database would report an error rather than "no such job". */
const isJobId = (id: number): boolean => Number.isInteger(id) && id > 0 && id <= 0x7fff_ffff
