import type { JobRecord } from '../../library/records.ts'

const enoughJobs = 3
const longWaitMs = 10 * 60_000

/** The median wait of this device's latest jobs, in milliseconds; undefined until there are enough jobs. */
export function usualWaitMs(records: readonly JobRecord[]): number | undefined {
  const waits = records
    // The start of a job opened by number is not known on this device.
    .filter((record) => record.request && record.readyAt !== undefined)
    .slice(0, 20)
    .map((record) => Math.max(0, (record.readyAt ?? 0) - record.startedAt))
    .sort((a, b) => a - b)
  return waits.length < enoughJobs ? undefined : waits[Math.floor(waits.length / 2)]
}

/** "Longer than usual" means ten minutes, or twice the usual wait if that is more. */
export function isLongWait(elapsedMs: number, usualMs: number | undefined): boolean {
  return elapsedMs > Math.max(longWaitMs, 2 * (usualMs ?? 0))
}
