const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const shortestIntervalMs = 10 * minuteMs
const longestIntervalMs = 7 * dayMs
export const firstIntervalMs = 60 * minuteMs

/** The next refresh interval, from the last one and the number of new items. */
export function nextInterval(intervalMs: number, newItems: number): number {
  const factor = newItems === 0 ? 1.6 : newItems < 3 ? 0.8 : 0.5
  return Math.round(clamp(intervalMs * factor, shortestIntervalMs, longestIntervalMs))
}

/** The delay after the nth consecutive error: doubled each time, up to a day. */
export const backOff = (errors: number): number =>
  Math.min(dayMs, shortestIntervalMs * 2 ** Math.min(20, Math.max(0, errors - 1)))

/** Adds jitter of 10% either way, so that sources added together drift apart. */
export const withJitter = (ms: number): number => Math.round(ms * (0.9 + Math.random() * 0.2))

/** Whether a time has come; one that is further ahead than any source waits was written with a wrong clock. */
export const hasCome = (at: Date, now: Date): boolean => at <= now || at > furthestFrom(now)

export const furthestFrom = (now: Date): Date => new Date(now.getTime() + longestIntervalMs + dayMs)

/** Limits how long a server can keep us from asking again. */
export const clampToADay = (ms: number): number => clamp(ms, 0, dayMs)

const clamp = (value: number, from: number, to: number): number => Math.min(to, Math.max(from, value))
