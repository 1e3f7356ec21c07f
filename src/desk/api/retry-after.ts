const shortestMs = 1_000
const longestMs = 3_600_000

/**
 * Parses a `Retry-After` header into milliseconds.
 *
 * Clamped to 1 s - 1 h: a date in the past must not cause a burst, nor a wrong one stop a watch.
 *
 * @param value seconds or an HTTP date; returns undefined if missing or neither
 */
export function retryAfterMs(value: string | null, nowMs: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d+(?:\.\d+)?$/.test(text)) return clamp(Number(text) * 1_000)
  // Every HTTP date names a weekday; without this check, `Date.parse` would read "-5" as a month.
  if (!/^[a-z]{3,9},? /i.test(text)) return undefined
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : clamp(date - nowMs)
}

const clamp = (ms: number): number => Math.min(longestMs, Math.max(shortestMs, ms))
