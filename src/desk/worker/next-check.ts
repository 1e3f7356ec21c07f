import type { JobRecord } from '../library/records.ts'

/** What decides when a job is asked for again. */
export interface CheckTiming {
  /** Since the job was made, or opened by number; negative where the clock was set back. */
  readonly ageMs: number
  /** Checks in a row that brought no answer. */
  readonly failedChecks: number
  /** What the service asked for, clamped. */
  readonly retryAfterMs?: number | undefined
  /** From 0 to 1, so that many desks don't come back at the same moment after a failure. */
  readonly random: number
}

/**
 * Milliseconds until the next check (docs/interface.md, "Silences"): a tenth of the job's age, from 1 to 30 s; after
 * failures 1 to 60 s, doubling; whatever the service asked for wins. Never less than a second.
 */
export function nextCheckDelayMs({ ageMs, failedChecks, retryAfterMs, random }: CheckTiming): number {
  if (retryAfterMs !== undefined) return between(1_000, retryAfterMs, 3_600_000)
  // A job from the future has an age all the same: to take it for new would mean a check each second until then.
  const byAge = between(1_000, Math.abs(ageMs) / 10, 30_000)
  if (failedChecks === 0) return byAge
  const backOff = between(1_000, 1_000 * 2 ** (failedChecks - 1), 60_000)
  // Half of it by chance, and never sooner than a job of this age would be asked for anyway.
  return Math.max(byAge, Math.round(backOff * (0.5 + random / 2)))
}

/** NaN, from a clock that is no clock, comes to the least. */
const between = (least: number, value: number, most: number): number =>
  Math.round(Math.min(most, Math.max(least, value || 0)))

/** Watched for longer, a job rests until an editor takes it up again. */
export const restAfterMs = 24 * 3_600_000

/** A check may come later than was planned by as much: others were before it, or its answer was slow. */
const mostLateMs = 10 * 60_000

/**
 * For how long a job has been watched, counted from check to check, since no clock can tell: one may be set ahead by a
 * day, and a device that slept, or a desk that was closed, has watched nothing meanwhile. Milliseconds.
 */
export function watchedForMs(record: WatchedSoFar, at: number): number {
  const { watchedMs = 0, lastCheckAt, nextCheckAt } = record
  if (lastCheckAt === undefined) return watchedMs
  const plannedMs = Math.max(0, (nextCheckAt ?? lastCheckAt) - lastCheckAt)
  return watchedMs + between(0, at - lastCheckAt, plannedMs + mostLateMs)
}

export type WatchedSoFar = Pick<JobRecord, 'watchedMs' | 'lastCheckAt' | 'nextCheckAt'>

/** How often in a row a word of failure must be seen before it is believed. */
export const failureWordsBelieved = 3
