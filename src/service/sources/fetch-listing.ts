import type { Database } from '../database/database.ts'
import type { Fetcher, FetchResult } from '../fetching/fetcher.ts'
import type { Listing } from './listings/listing.ts'
import { mostItems } from './listings/listing.ts'
import type { ListingReader } from './listings/listing-reader.ts'
import type { LeasedSource } from './source-lease.ts'

/** What a source lists now, read from one document or, for a sitemap, from several. */
export interface Listed {
  readonly kind: 'listed'
  /** Empty if nothing changed. */
  readonly listings: readonly Listing[]
  readonly title: string
  readonly movedTo: string | undefined
  readonly freshForMs: number
  /** Whether more documents are left than were read this time. */
  readonly hasMore: boolean
  /** Call this once everything is saved: from then on, requests are conditional. */
  remember(): Promise<void>
}

export type ListingResult = Listed | NotListed

export type NotListed =
  Exclude<FetchResult, { kind: 'fetched' | 'unchanged' }> | { kind: 'unreadable'; message: string }

export interface ListingContext {
  readonly database: Database
  readonly fetcher: Fetcher
  readonly reader: ListingReader
  readonly now: () => Date
  readonly signal: AbortSignal
}

/** Enough for 10,000 entries with their texts. */
export const mostListingBytes = 32 * 2 ** 20

/** How many documents of a sitemap index are read at a time; the rest follows. */
const mostDocuments = 10

const newestSitemaps = 3
const hourMs = 3_600_000

/** @param address the source's, or a search's with its words filled in */
export async function fetchListing(
  source: LeasedSource,
  address: string,
  context: ListingContext,
): Promise<ListingResult> {
  const { database, fetcher, reader, now, signal } = context
  // Each search has its own address and is rarely repeated, so its validators aren't kept.
  const isKept = source.kind !== 'search'
  const known = isKept ? await readDocuments(database, source.id) : new Map<string, Document>()
  const toRemember: Document[] = []

  async function fetchOne(url: string, kept: Document | undefined) {
    const result = await fetcher.fetch({
      url,
      validators: kept && {
        ...(kept.etag !== null && { etag: kept.etag }),
        ...(kept.lastModified !== null && { lastModified: kept.lastModified }),
      },
      maxBytes: mostListingBytes,
      signal,
      waitAtMostMs: 30_000,
    })
    if (result.kind !== 'fetched' && result.kind !== 'unchanged') return result
    const { validators } = result
    toRemember.push({
      address: url,
      etag: validators.etag ?? kept?.etag ?? null,
      lastModified: validators.lastModified ?? kept?.lastModified ?? null,
      fetchedAt: now(),
    })
    if (result.kind === 'unchanged') return { ...result, listing: undefined }
    const { bytes, contentType, url: base } = result
    const listing = await reader.read({ bytes, contentType, url: base })
    return 'error' in listing
      ? { kind: 'unreadable' as const, message: listing.error }
      : { ...result, listing }
  }

  const first = await fetchOne(address, known.get(address))
  if (!('freshForMs' in first)) return first
  const { listing } = first
  const mismatch = listing && mismatchOf(source.kind, listing)
  if (mismatch) return { kind: 'unreadable', message: mismatch }
  const listings = listing ? [listing] : []

  // Read the newest, which may have changed, and those never read. If the index is unchanged, read the ones it named
  // before.
  const open = listing
    ? listing.sitemaps.filter((url, index) => index < newestSitemaps || !known.has(url))
    : [...known.keys()].filter((url) => url !== address)
  const seen = new Set([address])
  let documents = 1
  let items = listing?.items.length ?? 0
  while (source.kind === 'sitemap' && open.length > 0 && documents < mostDocuments && items < mostItems) {
    if (signal.aborted) return { kind: 'failed', reason: 'aborted', message: 'was stopped' }
    const url = open.shift()!
    if (seen.has(url)) continue
    seen.add(url)
    const kept = known.get(url)
    if (kept && now().getTime() - kept.fetchedAt.getTime() < hourMs) continue
    documents += 1
    const part = await fetchOne(url, kept)
    // A document that fails is skipped, and tried again next time.
    if (!('freshForMs' in part) || part.listing?.kind !== 'sitemap') continue
    listings.push(part.listing)
    items += part.listing.items.length
    open.push(...part.listing.sitemaps)
  }

  const hasMore = open.some((url) => !seen.has(url) && !known.has(url))
  return {
    kind: 'listed',
    listings,
    title: listing?.title ?? '',
    movedTo: 'movedTo' in first ? first.movedTo : undefined,
    freshForMs: first.freshForMs,
    hasMore,
    async remember() {
      // While documents are left, forget the index's validators, so that it is read in full next time.
      if (isKept) await writeDocuments(database, source.id, hasMore ? toRemember.slice(1) : toRemember)
    },
  }
}

/** If a feed's address now returns a page, the feed is gone. */
function mismatchOf(kind: LeasedSource['kind'], { kind: found }: Listing): string | undefined {
  const wanted = kind === 'search' ? 'feed' : kind
  const words = { feed: 'a feed', sitemap: 'a sitemap', page: 'a page' }
  if (wanted === 'folder' || found === wanted) return undefined
  return `is ${words[found]} now, and was ${words[wanted]}`
}

interface Document {
  readonly address: string
  readonly etag: string | null
  readonly lastModified: string | null
  readonly fetchedAt: Date
}

async function readDocuments(database: Database, sourceId: number): Promise<Map<string, Document>> {
  const { rows } = await database.query<Document>(
    `select address, etag, last_modified as "lastModified", fetched_at as "fetchedAt"
    from source_documents where source_id = $1 order by fetched_at`,
    [sourceId],
  )
  return new Map(rows.map((row) => [row.address, row]))
}

async function writeDocuments(
  database: Database,
  sourceId: number,
  documents: readonly Document[],
): Promise<void> {
  await database.query(
    `insert into source_documents (source_id, address, etag, last_modified, fetched_at)
    select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[])
    on conflict (source_id, address) do update set
      etag = excluded.etag, last_modified = excluded.last_modified, fetched_at = excluded.fetched_at`,
    [
      sourceId,
      documents.map(({ address }) => address),
      documents.map(({ etag }) => etag),
      documents.map(({ lastModified }) => lastModified),
      documents.map(({ fetchedAt }) => fetchedAt.toISOString()),
    ],
  )
}
