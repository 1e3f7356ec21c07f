const shortestMs = 1_000
const longestMs = 3_600_000

/**
 * What a `Retry-After` header asks for, in milliseconds.
 *
 * Clamped to 1 s - 1 h: an answer in the past must not make a burst, nor a mistyped date end a watch.
 *
 * @param value seconds or an HTTP date; undefined where it is missing or neither
 */
export function retryAfterMs(value: string | null, nowMs: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d+(?:\.\d+)?$/.test(text)) return clamp(Number(text) * 1_000)
  // Every HTTP date names a day; without this, `Date.parse` would take "-5" for a month.
  if (!/^[a-z]{3,9},? /i.test(text)) return undefined
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : clamp(date - nowMs)
}

const clamp = (ms: number): number => Math.min(longestMs, Math.max(shortestMs, ms))
