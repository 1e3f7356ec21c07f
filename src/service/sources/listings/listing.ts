import { pluralize } from '../number-words.ts'

/** An article as listed by a feed, sitemap or list page, before its page is read. */
export interface ListedItem {
  /** The publisher's identifier, stable for the life of the article. */
  readonly guid?: string | undefined
  /** Absolute, http or https. */
  readonly url?: string | undefined
  readonly title: string
  /** Plain text: the whole article, or a teaser (see `isFullText`). */
  readonly text: string
  readonly publishedAt?: Date | undefined
  /** A later date means a correction at the source. */
  readonly updatedAt?: Date | undefined
  readonly language?: string | undefined
}

export interface Listing {
  readonly kind: 'feed' | 'sitemap' | 'page'
  readonly title: string
  /** At most `maxItems`. */
  readonly items: readonly ListedItem[]
  /** The sitemaps named by an index, newest first; empty for other listings. */
  readonly sitemaps: readonly string[]
  /** Whether its end was missing, so that there may be more. */
  readonly isCutOff?: boolean
}

/** What a listing has, in words: "12 articles", or for an index "3 further sitemaps". */
export const contentsOf = ({ items, sitemaps }: Listing): string =>
  items.length === 0 && sitemaps.length > 0
    ? pluralize(sitemaps.length, 'further sitemap')
    : pluralize(items.length, 'article')

/** Why a document can't be read, in words that follow the address: "is HTML, not a feed". */
export interface Unreadable {
  readonly error: string
}

/** Limit of items per listing. The newest are kept: feeds list them first, and sitemaps are sorted. */
export const maxItems = 10_000

/** @returns the absolute address without its fragment; undefined if no article can have it */
export function absoluteUrl(address: string | undefined, base: string | undefined): string | undefined {
  if (!address || address.length > longestAddress) return undefined
  // Nowhere `URL.canParse`: after some thousand calls, that of Node 20 and 22 says no to hosts like bücher.example.
  const written = URL.parse(withoutFeedScheme(address), base)
  if (!written) return undefined
  const url = withoutDetour(written)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  url.hash = ''
  // Assigning an empty search drops a bare "?".
  if (url.search === '') url.search = ''
  return url.href.length > longestAddress ? undefined : url.href
}

/** Some readers and sites write `feed://host` or `feed:https://host` for the address of a feed. */
export const withoutFeedScheme = (address: string): string =>
  address
    .trim()
    .replace(/^feed:(?=https?:)/i, '')
    .replace(/^feed:(?=\/\/)/i, 'http:')

/** Google's alerts and Bing's news link to articles by way of an address that their robots.txt forbids. */
function withoutDetour(url: URL): URL {
  const isDetour =
    (/^(?:www\.)?google(?:\.[a-z]{2,3}){1,2}$/.test(url.hostname) && url.pathname === '/url') ||
    (/^(?:www\.)?bing\.com$/.test(url.hostname) && /^\/news\/apiclick\.aspx$/i.test(url.pathname))
  const target = isDetour ? (url.searchParams.get('url') ?? url.searchParams.get('q')) : null
  return (target === null ? null : URL.parse(target)) ?? url
}

/** Longer ones are data, not addresses. */
const longestAddress = 2_000
