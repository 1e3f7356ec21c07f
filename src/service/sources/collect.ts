import { toCategoryKey } from '../articles/words.ts'
import type { Database } from '../database/database.ts'
import type { Refresher } from './refresher.ts'
import { withWords } from './search-address.ts'

export interface Wanted {
  readonly keywords: readonly string[]
  /** Empty for any. */
  readonly category: string
}

/** What a job's words are worth asking search feeds for; more would keep other jobs waiting. */
const mostSearches = 10
const mostSources = 300
const atOnce = 32
/** A source that was looked at within this time says nothing new, whoever asks. */
const freshForMs = 10 * 60_000

/**
 * Refreshes what may answer a job: the sources of its category that were not looked at just now, and the search feeds
 * with its words. Resolves when all have been tried, or the signal ends the waiting; what runs then goes on by itself.
 * A source's error is counted at the source.
 */
export function createCollect(database: Database, refresher: Refresher, now: () => Date) {
  async function candidates(category: string, kinds: readonly string[]): Promise<Candidate[]> {
    const { rows } = await database.query<Candidate>(
      `select id, address from sources
      where paused_at is null and kind = any ($1::text[]) and ($2 = '' or category_key = $2) and not_before <= $3
        and (kind = 'search' or due_at <= $3 or tried_at is null or tried_at <= $4)
      order by tried_at nulls first limit $5`,
      [
        kinds,
        toCategoryKey(category),
        now().toISOString(),
        new Date(now().getTime() - freshForMs).toISOString(),
        mostSources,
      ],
    )
    return rows
  }

  async function refresh({ id }: Candidate, signal: AbortSignal): Promise<boolean> {
    const source = await refresher.take(id, signal, true)
    if (source) return (await refresher.run(source, { isAsked: true })).error === undefined
    const { rows } = await database.query<{ errors: number }>('select errors from sources where id = $1', [
      id,
    ])
    return rows[0]?.errors === 0
  }

  /** One after the other, since they are of one host; each words at most once in a while. */
  async function search(
    { id, address }: Candidate,
    searches: readonly string[],
    signal: AbortSignal,
  ): Promise<boolean> {
    let worked = true
    for (const words of searches) {
      if (!(await noteSearch(id, words))) {
        // Whoever asked for these words just now may still be collecting what came.
        await refresher.whenFree(id, signal)
        continue
      }
      const source = await refresher.take(id, signal, false)
      if (source)
        worked &&= (await refresher.run(source, { address: withWords(address, words) })).error === undefined
    }
    return worked
  }

  /** @returns false where these words were asked for just now */
  async function noteSearch(id: number, words: string): Promise<boolean> {
    const { rowCount } = await database.query(
      `insert into source_searches as known (source_id, words, searched_at) values ($1, $2, $3)
      on conflict (source_id, words) do update set searched_at = excluded.searched_at where known.searched_at <= $4`,
      [id, words, now().toISOString(), new Date(now().getTime() - freshForMs).toISOString()],
    )
    return rowCount > 0
  }

  /** What nobody asked for since yesterday is no longer of use. */
  async function forgetSearches(): Promise<void> {
    await database.query('delete from source_searches where searched_at < $1', [
      new Date(now().getTime() - 24 * 3_600_000).toISOString(),
    ])
  }

  return async function collect(
    wanted: Wanted,
    signal: AbortSignal,
  ): Promise<{ tried: number; failed: number }> {
    const searches = [...new Set(wanted.keywords.map((keyword) => keyword.trim().toLowerCase()))]
      .filter((words) => words !== '')
      .slice(0, mostSearches)
    const feeds = searches.length > 0 ? await candidates(wanted.category, ['search']) : []
    if (feeds.length > 0) await forgetSearches()
    const listed = await candidates(wanted.category, ['feed', 'sitemap', 'page'])
    const work = [
      ...feeds.map((feed) => () => search(feed, searches, signal)),
      ...listed.map((source) => () => refresh(source, signal)),
    ]
    let tried = 0
    let failed = 0
    const worker = async (): Promise<void> => {
      for (let one = work.shift(); one && !signal.aborted && !refresher.isStopping; one = work.shift()) {
        tried += 1
        if (!(await one().catch(() => false))) failed += 1
      }
    }
    const isOver = new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    await Promise.race([Promise.all(Array.from({ length: atOnce }, worker)), isOver])
    return { tried, failed }
  }
}

interface Candidate {
  readonly id: number
  readonly address: string
}
