import type { FetchResult } from '../fetching/fetch-result.ts'
import { validatorsOf } from '../fetching/fetch-result.ts'
import type { Listing } from './listings/listing.ts'
import { maxItems } from './listings/listing.ts'
import type { ListingDocument, ListingDocuments } from './listing-documents.ts'
import { findSitemaps, maxSitemaps, readDocuments, writeDocuments } from './listing-documents.ts'
import type { RefreshContext } from './refresh-context.ts'
import type { SourceKind } from './source.ts'

/** What a source lists now, read from one document or, for a sitemap, from several. */
export interface Listed {
  readonly kind: 'listed'
  /** Empty if nothing changed. */
  readonly listings: readonly Listing[]
  readonly title: string
  readonly movedTo: string | undefined
  readonly freshForMs: number
  /** When to go on, if more documents are left than were read this time. */
  readonly moreInMs: number | undefined
  /** Call this once everything is saved: from then on, requests are conditional. */
  remember(): Promise<void>
}

export type ListingResult = Listed | NotListed

export type NotListed =
  | Exclude<FetchResult, { kind: 'fetched' | 'unchanged' }>
  | { kind: 'unreadable'; message: string }

/** Enough for 10,000 entries with their texts. */
export const maxListingBytes = 32 * 2 ** 20

/** How many documents of a sitemap index are read at a time; the rest follows. */
const maxDocuments = 10
/** Of the older sitemaps, how many are read again each time: an index need not tell which ones changed. */
const maxInTurn = 3

const hourMs = 3_600_000

/** @param address of the source; for a search, with the keywords filled in */
export async function fetchListing(address: string, context: RefreshContext): Promise<ListingResult> {
  const { database, source } = context
  // Each search has its own address and is rarely repeated, so its validators aren't kept.
  const isKept = source.kind !== 'search'
  const documents: ListingDocuments = isKept ? await readDocuments(database, source.id) : new Map()
  const run: Run = { documents, tried: new Set(), busyHosts: new Map() }

  const first = await fetchDocument(address, run, context)
  if (!('freshForMs' in first)) return first
  const { listing } = first
  const mismatch = listing && mismatchOf(source.kind, listing)
  if (mismatch) return { kind: 'unreadable', message: mismatch }

  const items = listing?.items.length ?? 0
  const sitemaps =
    source.kind === 'sitemap' ? await fetchSitemaps({ address, items }, run, context) : noSitemaps
  if (sitemaps === 'aborted') return { kind: 'failed', reason: 'aborted', message: 'was stopped' }
  if (sitemaps.fault !== undefined) {
    // Nothing is lost, and other sitemaps have their turn next time.
    await remember()
    return { kind: 'unreadable', message: `names sitemaps that can't be read: the first ${sitemaps.fault}` }
  }
  return {
    kind: 'listed',
    listings: listing ? [listing, ...sitemaps.listings] : sitemaps.listings,
    title: listing?.title ?? '',
    movedTo: 'movedTo' in first ? first.movedTo : undefined,
    freshForMs: first.freshForMs,
    moreInMs: sitemaps.moreInMs,
    remember,
  }

  async function remember(): Promise<void> {
    if (!isKept) return
    const named = new Set([address, ...findSitemaps(documents, address).all])
    await writeDocuments(database, source.id, documents, {
      written: [...run.tried].filter((url) => named.has(url)),
      forgotten: [...documents.keys()].filter((url) => !named.has(url)),
    })
  }
}

/** The documents of a listing, and what this run has learnt of them. */
interface Run {
  readonly documents: ListingDocuments
  readonly tried: Set<string>
  /** The hosts that can't be asked now, and for how many milliseconds. */
  readonly busyHosts: Map<string, number>
}

/** Fetches and reads one document, and notes what was found. `listing` is undefined if it has not changed. */
async function fetchDocument(
  url: string,
  { documents, tried, busyHosts }: Run,
  { fetcher, reader, now, signal }: RefreshContext,
) {
  const kept = documents.get(url)
  const result = await fetcher.fetch({
    url,
    validators: kept && validatorsOf(kept),
    maxBytes: maxListingBytes,
    signal,
    waitAtMostMs: 30_000,
  })
  if (result.kind === 'busy') {
    busyHosts.set(new URL(url).host, result.retryAfterMs)
    return result
  }
  const note = (document: Omit<ListingDocument, 'fetchedAt'>) =>
    documents.set(url, { ...document, fetchedAt: now() })
  tried.add(url)
  const before = kept ?? { etag: null, lastModified: null, sitemaps: [] }
  note(before)
  if (result.kind !== 'fetched' && result.kind !== 'unchanged') return result
  const { etag = null, lastModified = null } = result.validators
  if (result.kind === 'unchanged') {
    note({ ...before, etag, lastModified })
    return { ...result, listing: undefined }
  }
  const { bytes, contentType, url: base } = result
  const listing = await reader.read({ bytes, contentType, url: base })
  if ('error' in listing) return { kind: 'unreadable' as const, message: listing.error }
  // If its end is missing, it is to be sent again, although the server calls it unchanged.
  const read = listing.isCutOff ? { etag: null, lastModified: null } : { etag, lastModified }
  note({ ...read, sitemaps: [] })
  // Counted as often as they are named: thousands of sitemaps may each name all of the others.
  const named = [...documents.values()].reduce((sum, { sitemaps }) => sum + sitemaps.length, 0)
  note({ ...read, sitemaps: listing.sitemaps.slice(0, Math.max(0, maxSitemaps - named)) })
  return { ...result, listing }
}

interface Sitemaps extends Pick<Listed, 'listings' | 'moreInMs'> {
  /** Set if all that matter are known to be unreadable. */
  readonly fault?: string | undefined
}

const noSitemaps: Sitemaps = { listings: [], moreInMs: undefined }

/**
 * Fetches some of the sitemaps that an index names.
 *
 * @param index its address, and how many items it lists itself
 */
async function fetchSitemaps(
  index: { readonly address: string; readonly items: number },
  run: Run,
  context: RefreshContext,
): Promise<Sitemaps | 'aborted'> {
  const { documents, busyHosts } = run
  const { source, now, signal } = context
  const listings: Listing[] = []
  let { items } = index
  let isAnyRead = items > 0
  let fault: string | undefined
  let inTurn = 0
  const asked = new Set([index.address])
  while (asked.size < maxDocuments && items < maxItems) {
    const url = nextSitemap()
    if (url === undefined) break
    asked.add(url)
    const part = await fetchDocument(url, run, context)
    if (signal.aborted) return 'aborted'
    if (part.kind === 'busy') continue
    const found = 'freshForMs' in part ? part.listing : undefined
    const partFault = 'freshForMs' in part ? found && mismatchOf('sitemap', found) : part.message
    fault ??= partFault
    if (partFault !== undefined) continue
    // An index of further sitemaps proves nothing: those may be unreadable.
    const isIndex = (documents.get(url)?.sitemaps.length ?? 0) > 0
    if (!isIndex || found?.items.length) isAnyRead = true
    if (!found) continue
    listings.push(found)
    items += found.items.length
  }

  const { all, newest } = findSitemaps(documents, index.address)
  const left = all.filter((url) => !documents.has(url))
  // Sitemaps that were not asked this time may be readable.
  const isConclusive = left.length === 0 && busyHosts.size === 0 && newest.every((url) => asked.has(url))
  return {
    listings,
    fault: isConclusive && !isAnyRead ? fault : undefined,
    moreInMs:
      left.length > 0 ? Math.min(...left.map((url) => busyHosts.get(new URL(url).host) ?? 0)) : undefined,
  }

  /** The newest come first, since they may have changed, then those never tried, then the others in turn. */
  function nextSitemap(): string | undefined {
    const { all, newest } = findSitemaps(documents, index.address)
    const triedAt = (url: string): number => documents.get(url)?.fetchedAt.getTime() ?? -Infinity
    // After an error, something has to be asked to see whether it is over.
    const restMs = source.errors > 0 ? 0 : hourMs
    const isOpen = (url: string): boolean =>
      !asked.has(url) && triedAt(url) <= now().getTime() - restMs && !busyHosts.has(new URL(url).host)
    const next = newest.find(isOpen) ?? all.find((url) => isOpen(url) && !documents.has(url))
    if (next !== undefined || inTurn >= maxInTurn) return next
    inTurn += 1
    return all.filter(isOpen).sort((one, other) => triedAt(one) - triedAt(other))[0]
  }
}

/** If a feed's address now returns a page, the feed is gone. */
function mismatchOf(kind: SourceKind, { kind: found }: Listing): string | undefined {
  const wanted = kind === 'search' ? 'feed' : kind
  const kindNames = { feed: 'a feed', sitemap: 'a sitemap', page: 'a page' }
  if (wanted === 'folder' || found === wanted) return undefined
  return `is ${kindNames[found]} now, and was ${kindNames[wanted]}`
}
