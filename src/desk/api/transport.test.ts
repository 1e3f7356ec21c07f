import { expect, it, onTestFinished, vi } from 'vitest'
import { retryAfterMs } from './transport.ts'

const now = Date.parse('2026-01-31T12:00:00Z')

it.each<[value: string | null, ms: number | undefined]>([
  [null, undefined],
  ['', undefined],
  ['soon', undefined],
  ['-5', undefined],
  ['1e9', undefined],
  ['0', 1_000],
  ['1', 1_000],
  [' 120 ', 120_000],
  ['2.5', 2_500],
  ['3600', 3_600_000],
  ['999999999999999999999', 3_600_000],
  ['Sat, 31 Jan 2026 12:01:00 GMT', 60_000],
  ['Saturday, 31-Jan-26 12:00:30 GMT', 30_000],
  ['Sat Jan 31 12:02:00 2026 GMT', 120_000],
  ['Sat, 31 Jan 2026 11:00:00 GMT', 1_000],
  ['Sat, 31 Jan 2099 11:00:00 GMT', 3_600_000],
  ['Sat, 99 Foo 2026', undefined],
])('Retry-After %j asks for %j ms', (value, ms) => {
  expect(retryAfterMs(value, now)).toBe(ms)
})

it('reads a date in the oldest form, which names no time zone, as one of Greenwich', () => {
  vi.stubEnv('TZ', 'America/New_York')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(retryAfterMs('Sat Jan 31 12:01:00 2026', now)).toBe(60_000)
})
