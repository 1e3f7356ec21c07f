import { toCategoryKey } from '../articles/tokenizer.ts'
import type { Database } from '../database/database.ts'
import { isDatabaseTrouble } from '../database/unavailable.ts'
import type { Refresher } from './refresher.ts'
import { withKeywords } from './search-address.ts'

export interface CollectRequest {
  readonly keywords: readonly string[]
  /** Empty for any category. */
  readonly category: string
}

/** How many of a job's keywords are sent to search feeds; more would keep other jobs waiting. */
const maxSearches = 10
const maxSources = 300
const maxConcurrent = 32
/** A source refreshed within this time is not refreshed again. */
const freshForMs = 10 * 60_000

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
      `select id, address, errors > 0 and not_before > $3 as "isResting", not_before <= $3
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
    return source ? (await refresher.run(source, { isAsked: true })).error === undefined : hasWorked(id)
  }

  /** Whether a source that was just used for another job responded to it. */
  async function hasWorked(id: number): Promise<boolean> {
    const { rows } = await database.query<{ errors: number }>('select errors from sources where id = $1', [
      id,
    ])
    // Removed while another process was refreshing it: that is no error.
    return (rows[0]?.errors ?? 0) === 0
  }

  /** Sends one query after another, since they share a host; each at most once every ten minutes. */
  async function search(
    { id, address }: Candidate,
    queries: readonly string[],
    signal: AbortSignal,
  ): Promise<boolean> {
    let worked = true
    for (const query of queries) {
      // Another job that just sent this query may still be collecting the results, unless its process died.
      if (!(await noteSearch(id, query)) && !(await refresher.isAbandonedWhenFree(id, signal))) {
        worked &&= await hasWorked(id)
        continue
      }
      const source = await refresher.take(id, signal, false).catch(async (error: unknown) => {
        await forgetSearch(id, query).catch(() => undefined)
        throw error
      })
      const refreshed = source && (await refresher.run(source, { address: withKeywords(address, query) }))
      if (!refreshed || refreshed.isPostponed) await forgetSearch(id, query)
      else if (refreshed.error !== undefined) worked = false
    }
    return worked
  }

  /** @returns false if this query was sent recently */
  async function noteSearch(id: number, query: string): Promise<boolean> {
    const { rowCount } = await database.query(
      `insert into source_searches as known (source_id, words, searched_at) values ($1, $2, $3)
      on conflict (source_id, words) do update set searched_at = excluded.searched_at where known.searched_at <= $4`,
      [id, query, now().toISOString(), new Date(now().getTime() - freshForMs).toISOString()],
    )
    return rowCount > 0
  }

  async function forgetSearch(id: number, query: string): Promise<void> {
    await database.query('delete from source_searches where source_id = $1 and words = $2', [id, query])
  }

  /** Deletes searches older than a day. */
  async function forgetOldSearches(): Promise<void> {
    await database.query('delete from source_searches where searched_at < $1', [
      new Date(now().getTime() - 24 * 3_600_000).toISOString(),
    ])
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
    if (feeds.some(isDue)) await forgetOldSearches()
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
          if (!isDatabaseTrouble(error)) continue
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

interface Candidate {
  readonly id: number
  readonly address: string
  readonly isDue: boolean
  /** Waits after an error. A source that neither rests nor is due has responded. */
  readonly isResting: boolean
}

const isDue = (source: Candidate): boolean => source.isDue
