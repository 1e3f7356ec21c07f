import type { Fetched, FetchResult } from '../fetching/fetch-result.ts'
import { isHomePage } from './address-key.ts'
import { maxListingBytes } from './fetch-listing.ts'
import type { Listing, Unreadable } from './listings/listing.ts'
import { absoluteUrl, withoutFeedScheme } from './listings/listing.ts'
import type { ListingReader } from './listings/listing-reader.ts'
import { timeAhead } from './number-words.ts'
import type { SourceTools } from './refresh-context.ts'
import type { SourceKind } from './source.ts'
import { isSearchAddress, withKeywords } from './searches.ts'

/** What an address turned out to be. */
export interface Discovered {
  readonly kind: Exclude<SourceKind, 'folder'>
  /** The listing's address, which may differ from the given one: a page's feed, for example. */
  readonly address: string
  readonly title: string
  /** The listing as just read. */
  readonly listing: Listing
  /** How it was found, in words for the owner: "named by the page as its feed". */
  readonly how: string
}

export interface DiscoverTools extends Omit<SourceTools, 'extractor'> {
  readonly signal: AbortSignal
}

/** The sample query for search feeds: nearly every newspaper writes about it. */
const sampleKeyword = 'water'
const minLinks = 3

export interface NotDiscovered {
  /** In words for the owner. */
  readonly error: string
  /** The address with its scheme. */
  readonly address: string
}

/**
 * Finds out what an address is: a feed, a sitemap, a search or a page. For a page, tries the feeds it names, then, for
 * the home page of a site, the sitemaps in its robots.txt, and then the articles it links to or names in JSON-LD. Any
 * other page that links to some is a section, and a sitemap of the whole site would bring all of them.
 *
 * @param given without a scheme, https is tried first, and http if the host can't be reached that way
 * @returns an error if nothing can be collected from it
 */
export async function discover(given: string, tools: DiscoverTools): Promise<Discovered | NotDiscovered> {
  if (/^(?:feed:)?[a-z][a-z\d+.-]*:\/\//i.test(given)) return discoverAt(given, tools)
  const secure = await discoverAt(`https://${given}`, tools)
  if (!('isUnreachable' in secure)) return secure
  const plain = await discoverAt(`http://${given}`, tools)
  return 'isUnreachable' in plain ? secure : plain
}

type Unreachable = NotDiscovered & { readonly isUnreachable: true }

async function discoverAt(
  given: string,
  tools: DiscoverTools,
): Promise<Discovered | NotDiscovered | Unreachable> {
  const isSearch = isSearchAddress(given)
  const address = absoluteUrl(withKeywords(given, sampleKeyword), undefined)
  if (!address) return { error: whyUnusable(given), address: given }
  const first = await readAt(address, tools)
  if ('error' in first) return { ...first, address }
  const { listing, url } = first
  if (isSearch)
    return listing.kind === 'feed'
      ? {
          kind: 'search',
          address: withoutFeedScheme(given),
          title: listing.title,
          listing,
          how: 'is a feed of what is searched for',
        }
      : { error: 'has {keywords} in it, but does not answer with a feed', address }
  if (!('feeds' in listing))
    return {
      kind: listing.kind,
      address: first.movedTo ?? address,
      title: listing.title,
      listing,
      how: `is a ${listing.kind}`,
    }

  const feeds = nearestFeeds(listing.feeds, url)
  const feed = await firstOf(feeds, 'feed', 'is named by the page as its feed', tools)
  if (feed) return { address, ...feed }
  const { length } = listing.items
  if (length < minLinks || isHomePage(address)) {
    const sitemaps = await sitemapsOf(url, tools)
    const sitemap = await firstOf(sitemaps, 'sitemap', "is named by the site's robots.txt", tools)
    if (sitemap) return { address, ...sitemap }
  }
  if (length < minLinks) {
    const usual = await firstOf(
      [new URL('/sitemap.xml', url).href],
      'sitemap',
      'is where most sites have it',
      tools,
    )
    return { address, ...(usual ?? { error: 'is a page that names no feed and links to no articles' }) }
  }
  return {
    kind: 'page',
    address: first.movedTo ?? address,
    title: listing.title,
    listing,
    how: `is a page with links to ${length} articles`,
  }
}

function whyUnusable(given: string): string {
  const url = URL.parse(withoutFeedScheme(given))
  return url && /^https?:$/.test(url.protocol) && (url.username || url.password)
    ? 'has a name or password in its address, which can’t be used'
    : 'is not a web address'
}

type ListingReading = {
  listing: Exclude<Awaited<ReturnType<ListingReader['read']>>, Unreadable>
  url: string
  movedTo?: string
}

interface NotRead {
  readonly error: string
  readonly isUnreachable?: true
  /** It may be readable in a while: what it is should not depend on that. */
  readonly isForNow?: true
}

/** In words for the owner that follow the address. */
export function whyNotFetched(result: Exclude<FetchResult, Fetched>): string {
  if (result.kind === 'busy')
    return `asks us to wait; try again in ${timeAhead(Math.ceil(result.retryAfterMs / 60_000))}`
  return 'message' in result ? result.message : 'has not changed'
}

/** Fetches and reads the listing at an address. */
export async function readAt(
  address: string,
  { fetcher, reader, signal }: DiscoverTools,
): Promise<ListingReading | NotRead> {
  const result = await fetcher.fetch({ url: address, maxBytes: maxListingBytes, signal })
  if (signal.aborted) return { error: 'takes too long to answer', isForNow: true }
  if (
    result.kind === 'busy' ||
    (result.kind === 'failed' && (result.status === 429 || result.status === 503))
  )
    return { error: whyNotFetched(result), isForNow: true }
  if (result.kind === 'failed' && (result.reason === 'network' || result.reason === 'timeout'))
    return { error: result.message, isUnreachable: true }
  if (result.kind === 'refused' && result.reason === 'private-address')
    return { error: `${result.message}: ${howToAllow}` }
  if (result.kind !== 'fetched') return { error: whyNotFetched(result) }
  const { bytes, contentType, url, movedTo } = result
  const listing = await reader.read({ bytes, contentType, url })
  return 'error' in listing ? listing : { listing, url, ...(movedTo && { movedTo }) }
}

/** A command uses the service that is running, if any, with the hosts allowed at its start. */
const howToAllow = 'allow it with --allow-private HOST, at the start of the service if it is running'

const maxTried = 5

/** @returns an error if none can be read, and one just not now; undefined if there is none */
async function firstOf(
  addresses: readonly string[],
  kind: 'feed' | 'sitemap',
  how: string,
  tools: DiscoverTools,
): Promise<Discovered | { error: string } | undefined> {
  let notNow: { error: string } | undefined
  for (const address of addresses.slice(0, maxTried)) {
    const found = await readAt(address, tools)
    if ('isForNow' in found) notNow ??= { error: `names ${address}, which ${found.error}` }
    if ('error' in found || found.listing.kind !== kind) continue
    const { listing } = found
    if (listing.items.length + listing.sitemaps.length > 0)
      return { kind, address: found.movedTo ?? address, title: listing.title, listing, how }
  }
  return notNow
}

/** As a whole word: not "/commentisfree/". */
const comments = /\b(?:comments?|kommentare?)\b/i

const pathOf = (url: string): string => new URL(url).pathname + new URL(url).search

/** Skips feeds of comments. A section's own feed comes before that of the whole site. */
function nearestFeeds(feeds: readonly { url: string; title: string }[], page: string): string[] {
  const sections = new URL(page).pathname.split('/').filter((part) => part.length > 1)
  const nearness = (url: string): number =>
    sections.filter((part) => new URL(url).pathname.includes(part)).length
  return feeds
    .filter(({ url, title }) => !comments.test(`${pathOf(url)} ${title}`))
    .map(({ url }) => url)
    .sort((one, other) => nearness(other) - nearness(one))
}

/** News sitemaps first: the others may hold the whole archive. */
async function sitemapsOf(page: string, { fetcher }: DiscoverTools): Promise<string[]> {
  return (await fetcher.sitemapsOf(page))
    .flatMap((url) => absoluteUrl(url, page) ?? [])
    .sort((one, other) => Number(/news/i.test(other)) - Number(/news/i.test(one)))
}
