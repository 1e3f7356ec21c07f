import { describe, expect, it } from 'vitest'
import { nextCheckDelayMs, watchedForMs } from './next-check.ts'

describe('the next check', () => {
  it.each<
    [
      name: string,
      ageMs: number,
      failedChecks: number,
      retryAfterMs: number | undefined,
      random: number,
      delayMs: number,
    ]
  >([
    ['of a new job', 0, 0, undefined, 0.5, 1_000],
    ['after 5 s', 5_000, 0, undefined, 0.5, 1_000],
    ['after 40 s', 40_000, 0, undefined, 0.5, 4_000],
    ['after 5 min', 300_000, 0, undefined, 0.5, 30_000],
    ['after a day', 86_400_000, 0, undefined, 0.5, 30_000],
    ['with the clock set back by a second', -1_000, 0, undefined, 0.5, 1_000],
    ['with the clock set back by a day', -86_400_000, 0, undefined, 0.5, 30_000],
    ['with no clock', Number.NaN, 0, undefined, 0.5, 1_000],
    ['after one failure', 0, 1, undefined, 1, 1_000],
    ['after two failures, at most', 0, 2, undefined, 1, 2_000],
    ['after four failures, at least', 0, 4, undefined, 0, 4_000],
    ['after four failures, at most', 0, 4, undefined, 1, 8_000],
    ['after ten failures', 0, 10, undefined, 1, 60_000],
    ['after a thousand failures', 0, 1_000, undefined, 1, 60_000],
    ['after one failure of an old job', 3_600_000, 1, undefined, 1, 30_000],
    ['when the service asked for 2 min', 0, 1, 120_000, 0.5, 120_000],
    ['when the service asked for nothing much', 3_600_000, 9, 10, 0.5, 1_000],
    ['when the service asked for a year', 0, 1, 3e10, 0.5, 3_600_000],
  ])('%s', (_name, ageMs, failedChecks, retryAfterMs, random, delayMs) => {
    expect(nextCheckDelayMs({ ageMs, failedChecks, retryAfterMs, random })).toBe(delayMs)
  })
})

it.each<[name: string, sinceCheckMs: number, countedMs: number]>([
  ['a check in time', 30_000, 30_000],
  ['a late one', 90_000, 90_000],
  ['one after a day, of which nobody knows whether it was watched', 86_400_000, 630_000],
  ['one after the clock was set back', -3_600_000, 0],
])('counts the right time as watched up to %s', (_name, sinceCheckMs, countedMs) => {
  const record = { watchedMs: 1_000, lastCheckAt: 5_000, nextCheckAt: 35_000 }
  expect(watchedForMs(record, 5_000 + sinceCheckMs)).toBe(1_000 + countedMs)
})

it('counts nothing as watched before the first check', () => {
  expect(watchedForMs({}, 86_400_000)).toBe(0)
})
