import { toCategoryKey } from '../articles/tokenizer.ts'
import type { Database } from '../database/database.ts'
import { isTransientError } from '../database/unavailable.ts'
import type { Refreshed } from './refresh-source.ts'
import type { Refresher } from './refresher.ts'
import { freshForMs, wasSearched } from './searches.ts'

export interface CollectRequest {
  readonly keywords: readonly string[]
  /** Empty for any category. */
  readonly category: string
}

/** How many of a job's keywords are sent to search feeds; more would keep other jobs waiting. */
const maxSearches = 10
const maxSources = 300
const maxConcurrent = 32

/**
 * Refreshes the sources that may serve a job: those of its category that were not refreshed recently, and the search
 * feeds with its keywords. Resolves when all have been tried, or when the signal aborts; refreshes in progress then
 * continue in the background. Errors are counted at each source.
 *
 * @returns how many were tried and have failed, for this job or shortly before it; `tried` is 0 if all had responded
 * before it
 * @throws the database's error, if it is out of reach, full or held up
 */
export function createCollect(database: Database, refresher: Refresher, now: () => Date) {
  async function candidates(category: string, kinds: readonly string[]): Promise<Candidate[]> {
    const { rows } = await database.query<Candidate>(
      `select id, errors > 0 and not_before > $3 as "isResting", not_before <= $3
          and (kind = 'search' or due_at <= $3 or tried_at is null or tried_at <= $4) as "isDue"
      from sources
      where paused_at is null and kind = any ($1::text[]) and ($2 = '' or category_key = $2)
      order by "isResting", "isDue" desc, tried_at nulls first limit $5`,
      [
        kinds,
        toCategoryKey(category),
        now().toISOString(),
        new Date(now().getTime() - freshForMs).toISOString(),
        maxSources,
      ],
    )
    return rows
  }

  async function refresh({ id }: Candidate, signal: AbortSignal): Promise<boolean> {
    const source = await refresher.take(id, signal, true)
    return source ? hasResponded(await refresher.run(source, { isAsked: true })) : hasWorked(id)
  }

  /** Whether a source that was just used for another job responded to it. */
  async function hasWorked(id: number): Promise<boolean> {
    const { rows } = await database.query<{ errors: number }>('select errors from sources where id = $1', [
      id,
    ])
    // Removed while another process was refreshing it: that is no error.
    return (rows[0]?.errors ?? 0) === 0
  }

  /** Sends one query after another, since they share a host. */
  async function search(
    { id }: Candidate,
    queries: readonly string[],
    signal: AbortSignal,
  ): Promise<boolean> {
    let worked = true
    for (const query of queries) {
      if (await wasSearched(database, id, query, now())) continue
      // Another job may be sending this query: it is then not sent again.
      const source = await refresher.take(id, signal, false)
      const refreshed = source && (await refresher.run(source, { words: query }))
      if (refreshed && !hasResponded(refreshed)) worked = false
    }
    return worked && hasWorked(id)
  }

  return async function collect(
    { keywords, category }: CollectRequest,
    signal: AbortSignal,
  ): Promise<{ tried: number; failed: number }> {
    const queries = [...new Set(keywords.map((keyword) => keyword.trim().toLowerCase()))]
      .filter((query) => query !== '')
      .slice(0, maxSearches)
    const feeds = queries.length > 0 ? await candidates(category, ['search']) : []
    const listed = await candidates(category, ['feed', 'sitemap', 'page'])
    const work = [
      ...feeds.filter(isDue).map((feed) => () => search(feed, queries, signal)),
      ...listed.filter(isDue).map((source) => () => refresh(source, signal)),
    ]
    // The others were asked before, perhaps for another job, and this one must not end differently.
    const others = [...feeds, ...listed].filter((source) => !isDue(source))
    let failed = others.filter(({ isResting }) => isResting).length
    let tried = work.length + failed > 0 ? others.length : 0
    const worker = async (): Promise<void> => {
      for (let one = work.shift(); one && !signal.aborted && !refresher.isStopping; one = work.shift()) {
        tried += 1
        try {
          if (!(await one())) failed += 1
        } catch (error) {
          failed += 1
          if (!isTransientError(error)) continue
          // Not a source's fault: the job is postponed, and no further source is started for it.
          work.length = 0
          throw error
        }
      }
    }
    const aborted = new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    await Promise.race([Promise.all(Array.from({ length: maxConcurrent }, worker)), aborted])
    return { tried, failed }
  }
}

/** A source that can't be asked now is like one that fails: nobody knows what it has. */
const hasResponded = ({ error, isPostponed }: Refreshed): boolean => error === undefined && !isPostponed

interface Candidate {
  readonly id: number
  readonly isDue: boolean
  /** Waits after an error. A source that neither rests nor is due has responded. */
  readonly isResting: boolean
}

const isDue = (source: Candidate): boolean => source.isDue
