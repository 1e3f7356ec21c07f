import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freshForMs, retryAfterMs } from './response-freshness.ts'

// Where this machine's zone is UTC, what is read as local time would look right.
beforeAll(() => void vi.stubEnv('TZ', 'America/New_York'))
afterAll(() => void vi.unstubAllEnvs())

const now = Date.parse('2026-01-31T12:00:00Z')
const date = 'Sat, 31 Jan 2026 12:00:00 GMT'
const inTenMinutes = 'Sat, 31 Jan 2026 12:10:00 GMT'

test.each<[Record<string, string>, number]>([
  [{}, 0],
  [{ 'cache-control': 'max-age=600' }, 600],
  [{ 'cache-control': 'public, max-age=600', expires: date }, 600],
  [{ 'cache-control': 'max-age=600', age: '100' }, 500],
  [{ 'cache-control': 'max-age=600', age: '1000' }, 0],
  [{ 'cache-control': 'private, max-age=600' }, 600],
  [{ 'cache-control': 'no-store, max-age=600' }, 0],
  [{ 'cache-control': 'no-cache, max-age=600' }, 0],
  [{ 'cache-control': 'max-age=-5' }, 0],
  [{ 'cache-control': 'max-age=99999999999999999999' }, 604_800],
  [{ 'cache-control': 'max-age="600"' }, 600],
  [{ 'cache-control': '__proto__=1, constructor, max-age' }, 0],
  [{ expires: inTenMinutes, date }, 600],
  [{ expires: inTenMinutes }, 600],
  [{ expires: 'Sat Jan 31 12:10:00 2026', date }, 600],
  [{ expires: inTenMinutes, date: 'Sat Jan 31 12:00:00 2026' }, 600],
  [{ expires: '0' }, 0],
  [{ expires: 'Sat, 31 Jan 2099 12:00:00 GMT', date }, 604_800],
  [{ 'last-modified': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
  [{ 'cache-control': 'stale-while-revalidate=600' }, 0],
])('%j is fresh for %i s', (headers, seconds) => {
  expect(freshForMs(new Map(Object.entries(headers)), now)).toBe(seconds * 1_000)
})

test.each([
  ['120', 120_000],
  ['1.5', 1_500],
  [' 60 ', 60_000],
  ['0', 1_000],
  ['9'.repeat(400), 86_400_000],
  [inTenMinutes, 600_000],
  ['Saturday, 31-Jan-26 12:10:00 GMT', 600_000],
  ['Sat Jan 31 12:10:00 2026', 600_000],
  ['Sat, 31 Jan 2026 13:10:00 +0100', 600_000],
  [date, 1_000],
  ['-5', undefined],
  ['soon', undefined],
  ['', undefined],
])('Retry-After "%s" is %s ms', (value, expected) => {
  expect(retryAfterMs(new Map([['retry-after', value]]), now)).toBe(expected)
  expect(retryAfterMs(new Map(), now)).toBeUndefined()
})
