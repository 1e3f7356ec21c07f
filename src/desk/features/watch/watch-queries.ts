import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Failure } from '../../api/errors.ts'
import type { Arrival, Intake } from '../../intake/intake.ts'
import type { JobKey, JobRecord } from '../../library/records.ts'

/** What the cache keeps of a check: when the next one is due. The job itself is in the library. */
export interface Checked {
  readonly checkedAt: number
  readonly nextCheckAt: number | undefined
  readonly failure?: Failure | undefined
}

/** Timers shorter than this would turn a due check into a burst. */
const shortestDelayMs = 250

export const watchQueries = {
  /** Articles of an answer that is still coming; put here by the check that is reading it. */
  arrival: (key: JobKey) => ['arrival', key] as const,

  /**
   * The watch on one job: asks again when its record says so, whichever screen is open.
   *
   * `retry` is off because the schedule already knows about failures; `networkMode: 'always'` because a false
   * "offline" would pause the watch silently; the interval goes on in a hidden tab, or nobody would be notified.
   */
  watch: (intake: Intake, record: JobRecord) =>
    queryOptions({
      queryKey: ['watch', intake.library.name, record.key],
      queryFn: ({ client }) => check(intake, record.key, client),
      initialData: toChecked(record),
      initialDataUpdatedAt: record.lastCheckAt ?? 0,
      // Due checks run at once on mount, focus and reconnect; others wait, so that Retry-After outlives a reload.
      staleTime: (query) => dueInMs(query.state.data, query.state.dataUpdatedAt),
      refetchInterval: (query) =>
        Math.max(shortestDelayMs, dueInMs(query.state.data, Date.now()) || shortestDelayMs),
      refetchIntervalInBackground: true,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      networkMode: 'always',
      retry: false,
      structuralSharing: false,
      gcTime: 0,
    }),
}

/**
 * Asks once, now. Used by the watch and by "Check now". What has come of an unfinished job stays on the screen until
 * the next check brings it again; once the articles are in the library, that is where they are read from.
 */
export async function check(intake: Intake, key: JobKey, client: QueryClient): Promise<Checked> {
  const arrivalKey = watchQueries.arrival(key)
  const { record, failure, soFar } = await intake.checkJob(key, (arrival: Arrival) => {
    client.setQueryData(arrivalKey, arrival)
  })
  if (soFar) client.setQueryData(arrivalKey, soFar)
  else if (!failure) client.setQueryData(arrivalKey, null)
  return { ...toChecked(record), failure }
}

function toChecked(record: JobRecord): Checked {
  return { checkedAt: record.lastCheckAt ?? 0, nextCheckAt: record.nextCheckAt }
}

/** Milliseconds from `from` to the next check; bounded by the delay that was decided, lest a clock set back stalls it. */
function dueInMs(checked: Checked | undefined, from: number): number {
  if (checked?.nextCheckAt === undefined) return 0
  const decidedMs = checked.nextCheckAt - checked.checkedAt
  return Math.max(0, Math.min(checked.nextCheckAt - from, decidedMs))
}
