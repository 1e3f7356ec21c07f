import type { Query } from '../database/database.ts'

/** A document of a source's listing: the listing itself, or a sitemap that an index names. */
export interface ListingDocument {
  readonly etag: string | null
  readonly lastModified: string | null
  /** When it was last tried. An unreadable document waits for its next turn like the others. */
  readonly fetchedAt: Date
  /** The sitemaps that it named when it was last read, newest first. */
  readonly sitemaps: readonly string[]
}

export type ListingDocuments = Map<string, ListingDocument>

/** Per source, so that an index whose sitemaps name ever more sitemaps comes to an end. */
export const maxSitemaps = 10_000

const newestOfEach = 3
/** Limited so that a refresh has time for the other documents, even if an index names indexes. */
const maxNewest = 6

/**
 * Finds the sitemaps that an index names, and those that these name: nearest first, then in the order in which they are
 * named. An index that has not changed names what it named before.
 */
export function findSitemaps(
  documents: ListingDocuments,
  index: string,
): { all: readonly string[]; newest: readonly string[] } {
  const found = new Map([[index, true]])
  // The loop also visits documents that it adds.
  for (const [address, isNewest] of found)
    for (const [place, sitemap] of (documents.get(address)?.sitemaps ?? []).entries())
      if (found.size <= maxSitemaps && !found.has(sitemap))
        found.set(sitemap, isNewest && place < newestOfEach)
  found.delete(index)
  const all = [...found.keys()]
  return { all, newest: all.filter((address) => found.get(address)).slice(0, maxNewest) }
}

export async function readDocuments(database: Query, sourceId: number): Promise<ListingDocuments> {
  const { rows } = await database.query<ListingDocument & { address: string }>(
    `select address, etag, last_modified as "lastModified", fetched_at as "fetchedAt", sitemaps
    from source_documents where source_id = $1`,
    [sourceId],
  )
  return new Map(rows.map(({ address, ...document }) => [address, document]))
}

/** Writes the documents at the given addresses, and forgets those that no index names any more. */
export async function writeDocuments(
  database: Query,
  sourceId: number,
  documents: ListingDocuments,
  { written, forgotten }: { written: readonly string[]; forgotten: readonly string[] },
): Promise<void> {
  const rows = written.map((address) => documents.get(address)!)
  await database.query(
    `insert into source_documents (source_id, address, etag, last_modified, fetched_at, sitemaps)
    select $1, address, etag, last_modified, fetched_at, sitemaps::jsonb
    from unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::text[])
      as given (address, etag, last_modified, fetched_at, sitemaps)
    on conflict (source_id, address) do update set etag = excluded.etag, last_modified = excluded.last_modified,
      fetched_at = excluded.fetched_at, sitemaps = excluded.sitemaps`,
    [
      sourceId,
      written,
      rows.map(({ etag }) => etag),
      rows.map(({ lastModified }) => lastModified),
      rows.map(({ fetchedAt }) => fetchedAt.toISOString()),
      rows.map(({ sitemaps }) => JSON.stringify(sitemaps)),
    ],
  )
  if (forgotten.length > 0)
    await database.query('delete from source_documents where source_id = $1 and address = any ($2::text[])', [
      sourceId,
      forgotten,
    ])
}
