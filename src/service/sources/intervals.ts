const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export const shortestIntervalMs = 10 * minuteMs
export const longestIntervalMs = 7 * dayMs
export const firstIntervalMs = 60 * minuteMs

/** How long to wait for the next time, by how long it was this time and what came. */
export function nextInterval(intervalMs: number, newItems: number): number {
  const factor = newItems === 0 ? 1.6 : newItems < 3 ? 0.8 : 0.5
  return Math.round(clamp(intervalMs * factor, shortestIntervalMs, longestIntervalMs))
}

/** After the nth error in a row: doubled each time, up to a day. */
export const backOff = (errors: number): number =>
  Math.min(dayMs, shortestIntervalMs * 2 ** Math.min(20, Math.max(0, errors - 1)))

/** A tenth more or less, so that what was added together does not stay together. */
export const spread = (ms: number): number => Math.round(ms * (0.9 + Math.random() * 0.2))

/** For how long an answer may keep us from asking again. */
export const withinADay = (ms: number | undefined): number => clamp(ms ?? 0, 0, dayMs)

const clamp = (value: number, from: number, to: number): number => Math.min(to, Math.max(from, value))
