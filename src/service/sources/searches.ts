import type { Query } from '../database/database.ts'

const placeholder = /\{keywords\}|%7Bkeywords%7D/gi

/** Fills in the `{keywords}` of a search's address. */
export const withKeywords = (address: string, keywords: string): string =>
  address.replaceAll(placeholder, encodeURIComponent(keywords))

/** Whether an address has a placeholder for keywords, which makes it a search. */
export const isSearchAddress = (address: string): boolean => withKeywords(address, '') !== address

/** The same keywords are not sent to a search again within this time, nor is another source read again for a job. */
export const freshForMs = 10 * 60_000

/** Whether a search was made recently, and the pages that it found were tried. */
export async function wasSearched(
  database: Query,
  sourceId: number,
  words: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await database.query(
    'select from source_searches where source_id = $1 and words = $2 and searched_at between $3 and $4',
    [sourceId, words, ...recently(now)],
  )
  return rowCount > 0
}

/** Notes that a search was made, and forgets those of which this no longer matters. */
export async function noteSearch(database: Query, sourceId: number, words: string, now: Date): Promise<void> {
  await database.query('delete from source_searches where searched_at not between $1 and $2', recently(now))
  await database.query(
    `insert into source_searches (source_id, words, searched_at) values ($1, $2, $3)
    on conflict (source_id, words) do update set searched_at = excluded.searched_at`,
    [sourceId, words, now.toISOString()],
  )
}

/** The clocks of other processes may be ahead; a time that is further ahead was written with a wrong one. */
const recently = (now: Date): string[] =>
  [-freshForMs, freshForMs].map((ms) => new Date(now.getTime() + ms).toISOString())
