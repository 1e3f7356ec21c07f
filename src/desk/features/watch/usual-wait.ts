import type { JobRecord } from '../../library/records.ts'

const enoughJobs = 3
const longWaitMs = 10 * 60_000

/** The median wait of this device's latest jobs, in milliseconds; undefined until there are enough to say. */
export function usualWaitMs(records: readonly JobRecord[]): number | undefined {
  const waits = records
    // A job opened by number was made at a time this device does not know.
    .filter((record) => record.request && record.readyAt !== undefined)
    .slice(0, 20)
    .map((record) => Math.max(0, (record.readyAt ?? 0) - record.startedAt))
    .sort((a, b) => a - b)
  return waits.length < enoughJobs ? undefined : waits[Math.floor(waits.length / 2)]
}

/** "Longer than usual" is ten minutes, or twice the usual where that is more. */
export function isLongWait(elapsedMs: number, usualMs: number | undefined): boolean {
  return elapsedMs > Math.max(longWaitMs, 2 * (usualMs ?? 0))
}
