import { queryOptions } from '@tanstack/react-query'
import type { Failure } from '../../api/errors.ts'
import type { Intake } from '../../intake/intake.ts'
import type { JobKey, JobRecord } from '../../library/records.ts'

/** What the cache keeps of a check: when the next one is due. The job itself is in the library. */
export interface Checked {
  readonly nextCheckAt: number | undefined
  /** The same moment by the clock that nobody can set; it stands still while some devices sleep. */
  readonly dueAtMs: number
  readonly isCutOff: boolean
  readonly failure?: Failure | undefined
}

/** Timers shorter than this would turn a due check into a burst. */
const shortestDelayMs = 250

/** After an error that is none of the service's: the library could not be asked what there is to check. */
const troubleDelayMs = 5_000

export const watchQueries = {
  /**
   * The watch on one job: asks again when its record says so, whichever screen is open.
   *
   * `retry` is off because the schedule already knows about failures; `networkMode: 'always'` because a false
   * "offline" would pause the watch silently; the interval goes on in a hidden tab, or nobody would be notified.
   */
  watch: (intake: Intake, record: JobRecord) =>
    queryOptions({
      queryKey: ['watch', intake.library.name, record.key],
      queryFn: ({ signal }) => {
        // Stopped, removed or signed out: an answer of megabytes need not be waited for.
        signal.addEventListener('abort', () => void intake.abandonCheck(record.key))
        return check(intake, record.key)
      },
      initialData: toChecked(record),
      initialDataUpdatedAt: record.lastCheckAt ?? 0,
      // Due checks run at once on mount, focus and reconnect; others wait, so that Retry-After outlives a reload.
      staleTime: ({ state }) => (dueInMs(state.data) === 0 ? 0 : Number.POSITIVE_INFINITY),
      refetchInterval: ({ state }) =>
        state.status === 'error' ? troubleDelayMs : Math.max(shortestDelayMs, dueInMs(state.data)),
      refetchIntervalInBackground: true,
      refetchOnWindowFocus: true,
      // What failed for want of a network need not wait for its next turn once there is one.
      refetchOnReconnect: ({ state }) => (state.data?.isCutOff ? 'always' : true),
      networkMode: 'always',
      retry: false,
      structuralSharing: false,
      gcTime: 0,
    }),
}

/** Asks once, now. Used by the watch and by "Check now". */
export async function check(intake: Intake, key: JobKey): Promise<Checked> {
  const { record, failure } = await intake.checkJob(key)
  return { ...toChecked(record), failure }
}

function toChecked({ lastCheckAt = 0, nextCheckAt, failure }: JobRecord): Checked {
  const inMs = nextCheckAt === undefined ? 0 : nextCheckAt - Math.max(lastCheckAt, Date.now())
  return {
    nextCheckAt,
    // Never later than was decided at the check, lest a clock that was set back keeps a job waiting.
    dueAtMs: performance.now() + Math.max(0, Math.min(inMs, (nextCheckAt ?? 0) - lastCheckAt)),
    isCutOff: failure?.kind === 'unreachable',
  }
}

/** Milliseconds to the next check, whichever clock comes to it first: one can be set, the other sleeps. */
function dueInMs(checked: Checked | undefined): number {
  if (checked?.nextCheckAt === undefined) return 0
  return Math.max(0, Math.min(checked.nextCheckAt - Date.now(), checked.dueAtMs - performance.now()))
}
