import { createHash } from 'node:crypto'
import { isTrackingParameter } from '../extraction/tracking-parameters.ts'
import type { SourceKind } from './source.ts'

/**
 * Returns the same key for all spellings of an address: with or without "www.", a trailing slash, https or tracking
 * parameters, with parameters in any order, and with escapes in either case. For comparing addresses, not for fetching.
 *
 * @param address absolute, http or https
 */
export function addressKey(address: string): string {
  const url = new URL(address)
  const parameters = [...url.searchParams]
    .filter(([name]) => !isTrackingParameter(name))
    .map((pair) => JSON.stringify(pair))
    .sort()
  const port = url.port === '' ? '' : `:${url.port}`
  const path = url.pathname.replace(/\/+$/, '').replace(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase())
  return shortHash([siteOf(address) + port, path, ...parameters].join('\n'))
}

/** Identifies a source. Paths are case-sensitive, and what looks like a query may be part of a name. */
export const sourceAddressKey = (kind: SourceKind, address: string): string =>
  kind === 'folder' ? `folder:${shortHash(address)}` : addressKey(address)

/** The host name without "www.", which most sites serve either way. */
export const siteOf = (address: string): string => new URL(address).hostname.replace(/^www\./, '')

/** Also true if one host is a subdomain of the other: news.example.org and example.org. */
export function isSameSite(one: string, other: string): boolean {
  const [a, b] = [siteOf(one), siteOf(other)]
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`)
}

/** Short enough for a database key, long enough (144 bits) to rule out collisions. */
export const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 24)
