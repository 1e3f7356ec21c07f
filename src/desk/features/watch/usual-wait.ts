import type { JobRecord } from '../../library/records.ts'

const enoughJobs = 3
const longWaitMs = 10 * 60_000

/** The median wait of this device's latest jobs, in milliseconds; undefined until there are enough jobs. */
export function usualWaitMs(records: readonly JobRecord[]): number | undefined {
  const waits = records
    .flatMap(({ request, startedAt, readyAt }) =>
      // The start of a job opened by number is not known on this device.
      request && readyAt !== undefined ? Math.max(0, readyAt - startedAt) : [],
    )
    .slice(0, 20)
    .sort((a, b) => a - b)
  return waits.length < enoughJobs ? undefined : waits[Math.floor(waits.length / 2)]
}

/** "Longer than usual" means ten minutes, or twice the usual wait if that is more. */
export function isLongWait(elapsedMs: number, usualMs: number | undefined): boolean {
  return elapsedMs > Math.max(longWaitMs, 2 * (usualMs ?? 0))
}
