import CachePolicy from 'http-cache-semantics'
import type { ResponseHeaders } from './exchange.ts'

const second = 1_000
const day = 24 * 3600 * second
const week = 7 * day

/**
 * How long a response is fresh, by Cache-Control, Expires and Age. http-cache-semantics handles precedence, invalid
 * dates and clock skew. There is no heuristic freshness: without these headers it is 0.
 *
 * @returns milliseconds, 0 to a week
 */
export function freshForMs(headers: ResponseHeaders, nowMs: number): number {
  class PolicyAt extends CachePolicy {
    now(): number {
      return nowMs
    }
  }
  // Treated as a 200: a 304 states the freshness of the stored body.
  const entries = Array.from(headers, ([name, value]) => [name, dates.has(name) ? inGmt(value) : value])
  const response = { status: 200, headers: Object.fromEntries(entries) }
  const policy = new PolicyAt({ method: 'GET', headers: {} }, response, { shared: false, cacheHeuristic: 0 })
  return clamp((policy.maxAge() - policy.age()) * second, 0, week)
}

/**
 * The delay that `Retry-After` asks for. It is clamped: a date in the past must not cause a burst, nor a mistyped one
 * silence a host for good.
 *
 * @returns 1 s to 24 h in milliseconds; undefined if the header is missing or is neither seconds nor a date
 */
export function retryAfterMs(headers: ResponseHeaders, nowMs: number): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+(?:\.\d+)?$/.test(text)) return clamp(Number(text) * second, second, day)
  // Without this check, `Date.parse` would read "-5" as a month.
  const date = httpDate.test(text) ? Date.parse(inGmt(text)) : Number.NaN
  return Number.isNaN(date) ? undefined : clamp(date - nowMs, second, day)
}

const dates = new Set(['date', 'expires'])

/** Every HTTP date starts with a weekday. */
const httpDate = /^[a-z]{3,9},? /i

/** The old form of C's `asctime`, which HTTP still allows, ends in the year, and is in GMT all the same. */
const inGmt = (date: string): string => (httpDate.test(date) && !hasZone.test(date) ? `${date} GMT` : date)

const hasZone = /(?:[a-z]|[+-]\d{4})$/i

const clamp = (ms: number, least: number, most: number): number => Math.min(most, Math.max(least, ms))
