/** What one entry of a feed, sitemap or list page says of an article, before its page was read. */
export interface ListedItem {
  /** The publisher's own name for it, the same for as long as the article lives. */
  readonly guid?: string | undefined
  /** Absolute, http or https. */
  readonly url?: string | undefined
  readonly title: string
  /** Plain text: all of the article, or what the feed says to make one read it (`isFullText`). */
  readonly text: string
  readonly publishedAt?: Date | undefined
  /** A later date means a correction at the source. */
  readonly updatedAt?: Date | undefined
  readonly language?: string | undefined
}

export interface Listing {
  readonly kind: 'feed' | 'sitemap' | 'page'
  readonly title: string
  /** At most `mostItems`. */
  readonly items: readonly ListedItem[]
  /** The sitemaps that an index names, newest first; none in any other listing. */
  readonly sitemaps: readonly string[]
}

/** What can't be read, in words that go after the address: "is HTML, not a feed". */
export interface Unreadable {
  readonly error: string
}

/** No more of one listing is looked at: the newest stand first in feeds, and are put first of sitemaps. */
export const mostItems = 10_000

/** @returns the address absolute and without its fragment, undefined for what no article can have */
export function absoluteUrl(address: string | undefined, base: string | undefined): string | undefined {
  if (!address || address.length > longestAddress) return undefined
  if (!URL.canParse(address.trim(), base)) return undefined
  const url = new URL(address.trim(), base)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  url.hash = ''
  // "?" alone says nothing; setting it takes it away.
  if (url.search === '') url.search = ''
  return url.href.length > longestAddress ? undefined : url.href
}

/** Longer ones are data, not addresses. */
const longestAddress = 2_000
