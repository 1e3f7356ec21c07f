import { longestWaitFactor } from '../api/transport.ts'
import type { JobRecord } from '../library/records.ts'

/** Inputs that decide when a job is checked next. */
export interface CheckTiming {
  /** Since the job was made, or opened by number; negative if the clock was set back. */
  readonly ageMs: number
  /** Checks in a row that failed. */
  readonly failedChecks: number
  /** The service's `Retry-After`, clamped. */
  readonly retryAfterMs?: number | undefined
  /** From 0 to 1. Jitter, so that many desks don't come back at the same moment after a failure. */
  readonly random: number
}

/**
 * Milliseconds until the next check (docs/interface.md, "Silences"): a tenth of the job's age, from 1 to 30 s; after
 * failures exponential back-off from 1 to 60 s; `Retry-After` takes precedence. Never less than a second.
 */
export function nextCheckDelayMs({ ageMs, failedChecks, retryAfterMs, random }: CheckTiming): number {
  if (retryAfterMs !== undefined) return between(1_000, retryAfterMs, 3_600_000)
  // A job from the future (the clock was set back) counts by its distance: as a new job it would be checked every
  // second until then.
  const byAge = between(1_000, Math.abs(ageMs) / 10, 30_000)
  if (failedChecks === 0) return byAge
  const backOff = between(1_000, 1_000 * 2 ** (failedChecks - 1), 60_000)
  // Half of the back-off is random, and it is never shorter than the normal delay for a job of this age.
  return Math.max(byAge, Math.round(backOff * (0.5 + random / 2)))
}

/** NaN, from a broken clock, gives the minimum. */
const between = (least: number, value: number, most: number): number =>
  Math.round(Math.min(most, Math.max(least, value || 0)))

/**
 * How many times longer than usual to wait for the response: twice as long after each time-out. A service that needs
 * longer to assemble thousands of articles would otherwise be cut off each time.
 */
export const waitFactorAfter = (record: Pick<JobRecord, 'failure' | 'failedChecks'>): number =>
  isSlow(record) ? Math.min(longestWaitFactor, 2 ** record.failedChecks) : 1

/** Whether the last response didn't come in time. */
export const isSlow = ({ failure }: Pick<JobRecord, 'failure'>): boolean => failure?.kind === 'timed-out'

/** A job watched for longer rests until an editor resumes it. */
export const restAfterMs = 24 * 3_600_000

/** How late a check may be: others came before it, or its response was slow. */
const maxLateMs = 10 * 60_000

/**
 * How long a job has been watched, in milliseconds. Summed from check to check, since no clock can be trusted: one may
 * be set ahead by a day, and a device that slept, or a closed desk, watched nothing during that time.
 */
export function watchedForMs(record: WatchedSoFar, at: number): number {
  const { watchedMs, watchedSince, lastCheckAt, nextCheckAt } = record
  if (lastCheckAt === undefined) return watchedMs ?? 0
  // Before the first check since watching was resumed, the last check belongs to the time before.
  const from = watchedMs === undefined ? (watchedSince ?? lastCheckAt) : lastCheckAt
  const plannedMs = Math.max(0, (nextCheckAt ?? from) - from)
  return (watchedMs ?? 0) + between(0, at - from, plannedMs + maxLateMs)
}

export type WatchedSoFar = Pick<JobRecord, 'watchedMs' | 'watchedSince' | 'lastCheckAt' | 'nextCheckAt'>

/** How many times in a row a failure message must be seen before it is believed. */
export const failuresBeforeFailed = 3
