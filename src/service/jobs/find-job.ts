import type { Database } from '../database/database.ts'

export type JobState = 'queued' | 'running' | 'success' | 'failure'

export interface FoundJob {
  readonly id: number
  readonly state: JobState
  /** As it was asked for; empty where it was not. */
  readonly category: string
  /** How many articles the job returns: none before success. */
  readonly articleCount: number
  /** Whether all that matched was ranked; false where there was so much of it that the newest was ranked alone. */
  readonly isWholeRanking: boolean
  /** Another one whenever the answer to GET is another one, across databases too. */
  readonly version: string
}

interface Question {
  readonly accountId: number
  readonly jobId: number
  readonly resolve: (job: FoundJob | undefined) => void
  readonly reject: (error: unknown) => void
}

/**
 * Looks up jobs for those who watch them. Who asks while an answer is on its way is answered, with all others who
 * do, by the next one: two hundred watchers would otherwise stand before the work they wait for, in the queue for
 * the embedded database's one connection.
 */
export function createJobFinder(database: Database) {
  let questions: Question[] = []
  let isAsking = false

  async function ask(): Promise<void> {
    isAsking = true
    while (questions.length > 0) {
      const asked = questions
      questions = []
      await answer(asked)
    }
    isAsking = false
  }

  async function answer(asked: readonly Question[]): Promise<void> {
    try {
      const { rows } = await database.query<FoundJob & { accountId: number }>(
        `select id, account_id as "accountId", state, category, version,
          is_whole_ranking as "isWholeRanking",
          cardinality(article_version_ids) as "articleCount"
        from jobs where id = any ($1)`,
        [[...new Set(asked.map(({ jobId }) => jobId))]],
      )
      const byId = new Map(rows.map((row) => [row.id, row]))
      for (const { accountId, jobId, resolve } of asked) {
        const { accountId: owner, ...job } = byId.get(jobId) ?? {}
        resolve(owner === accountId ? (job as FoundJob) : undefined)
      }
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  return async (accountId: number, jobId: number): Promise<FoundJob | undefined> => {
    if (!isJobId(jobId)) return undefined
    return new Promise((resolve, reject) => {
      questions.push({ accountId, jobId, resolve, reject })
      if (!isAsking) void ask()
    })
  }
}

/** The id comes out of an address: past 32 bits the database would answer with an error, not with "no such job". */
const isJobId = (id: number): boolean => Number.isInteger(id) && id > 0 && id <= 0x7fff_ffff
