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
  const parameters = url.search
    .slice(1)
    .split('&')
    .flatMap((written) => parameterKey(written) ?? [])
    .sort()
  const port = url.port === '' ? '' : `:${url.port}`
  const path = upperCaseEscapes(url.pathname.replace(/\/+$/, ''))
  return shortHash([siteOf(address) + port, path, ...parameters].join('\n'))
}

/** @returns undefined for a parameter that makes no difference */
function parameterKey(written: string): string | undefined {
  // After an "&", since a "?" at the very start would be dropped.
  const [pair] = new URLSearchParams(`&${written}`)
  if (!pair || isTrackingParameter(pair[0])) return undefined
  const key = JSON.stringify(pair)
  // Not UTF-8, as on old sites: decoded, all of their words would be the same.
  return key.includes('\u{FFFD}') ? upperCaseEscapes(written) : key
}

const upperCaseEscapes = (text: string): string =>
  text.replace(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase())

/** Identifies a source. Paths are case-sensitive, and what looks like a query may be part of a name. */
export const sourceAddressKey = (kind: SourceKind, address: string): string =>
  kind === 'folder' ? `folder:${shortHash(address)}` : addressKey(address)

/** The host name without "www.", which most sites serve either way. */
export const siteOf = (address: string): string => new URL(address).hostname.replace(/^www\./, '')

/** "/", "/en", "/en-gb/" or "/index.html"; parameters would make it a section. */
export function isHomePage(address: string): boolean {
  const { pathname, searchParams } = new URL(address)
  return (
    [...searchParams.keys()].every(isTrackingParameter) &&
    /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:index\.\w{3,5})?$/i.test(pathname)
  )
}

/** Also true if one host is a subdomain of the other: news.example.org and example.org. */
export function isSameSite(one: string, other: string): boolean {
  const [a, b] = [siteOf(one), siteOf(other)]
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`)
}

/** Short enough for a database key, long enough (144 bits) to rule out collisions. */
export const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 24)
