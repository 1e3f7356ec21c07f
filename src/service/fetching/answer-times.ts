import CachePolicy from 'http-cache-semantics'
import type { AnswerHeaders } from './exchange.ts'

const second = 1_000
const day = 24 * 3600 * second
const week = 7 * day

/**
 * How long an answer is good for, by its Cache-Control, Expires and Age. http-cache-semantics knows the tricky parts
 * (which of them wins, broken dates, clocks that differ); what no server said is not guessed.
 *
 * @returns 0 to a week
 */
export function freshForMs(headers: AnswerHeaders, nowMs: number): number {
  class PolicyAt extends CachePolicy {
    now(): number {
      return nowMs
    }
  }
  // As if it were 200: a 304 says how long the body that it stands for is good.
  const answer = { status: 200, headers: Object.fromEntries(headers) }
  const policy = new PolicyAt({ method: 'GET', headers: {} }, answer, { shared: false, cacheHeuristic: 0 })
  return clamp((policy.maxAge() - policy.age()) * second, 0, week)
}

/**
 * What a `Retry-After` asks for. An answer in the past must not make a burst, nor a mistyped date silence a host for good.
 *
 * @returns 1 s to 24 h; undefined where it is missing, or neither seconds nor a date
 */
export function retryAfterMs(headers: AnswerHeaders, nowMs: number): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+(?:\.\d+)?$/.test(text)) return clamp(Number(text) * second, second, day)
  // Every HTTP date names a day of the week; without this, `Date.parse` would take "-5" for a month.
  const date = /^[a-z]{3,9},? /i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : clamp(date - nowMs, second, day)
}

const clamp = (ms: number, least: number, most: number): number => Math.min(most, Math.max(least, ms))
