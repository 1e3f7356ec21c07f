import { gunzipSync } from 'node:zlib'
import { decodeHtml, decodeXml } from '../../extraction/decode.ts'
import type { Listing, Unreadable } from './listing.ts'
import { readFeed } from './read-feed.ts'
import type { ListPage } from './read-list-page.ts'
import { readListPage } from './read-list-page.ts'
import { readSitemap, readTextSitemap } from './read-sitemap.ts'

/** The response from an address that should list articles. */
export interface ListingBytes {
  readonly bytes: Uint8Array
  /** The header as sent by the server; only its charset is used. */
  readonly contentType?: string | undefined
  readonly url?: string | undefined
}

/** The largest sitemap that the protocol allows. */
const maxBytes = 50 * 2 ** 20

/** Detects the format from the first characters, whatever the address and header say, and reads it. */
export function readListing({ bytes, contentType, url }: ListingBytes): Listing | ListPage | Unreadable {
  const unpacked = unpack(bytes)
  if (!unpacked) return { error: `can't be unpacked, or is larger than ${maxBytes / 2 ** 20} MiB` }
  const text = decodeXml(unpacked, contentType)
  const start = beginningOf(text)
  if (/^[{[]/.test(start)) return readFeed(text, url)
  const root = /<(?:[\w-]{1,20}:)?(html|head|body|urlset|sitemapindex|rss|feed|rdf)[\s/>]/i.exec(start)?.[1]
  if (root && /^(?:urlset|sitemapindex)$/i.test(root)) return readSitemap(text, url)
  if (root && /^(?:rss|feed|rdf)$/i.test(root)) return readFeed(text, url)
  if (root || /^<!doctype html/i.test(start) || /html/i.test(contentType ?? ''))
    return readListPage(decodeHtml(unpacked, contentType), url)
  const sitemap = /^https?:/i.test(start) ? readTextSitemap(text.replace(/^\uFEFF/, '')) : undefined
  if (sitemap) return sitemap
  return { error: start === '' ? 'is empty' : 'is neither a feed, nor a sitemap, nor a page' }
}

function unpack(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes.length > maxBytes) return undefined
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes })
  } catch {
    return undefined
  }
}

/** The first characters without a byte order mark, declarations and comments. */
const beginningOf = (text: string): string =>
  text
    .slice(0, 20_000)
    .replace(/^\uFEFF/, '')
    .replace(/<!--[^]*?-->|<\?[^]*?\?>/g, '')
    .trimStart()
    .slice(0, 4_000)
