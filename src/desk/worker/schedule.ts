import type { JobKey, JobRecord } from '../library/records.ts'

interface Due {
  readonly lastCheckAt: number | undefined
  readonly nextCheckAt: number | undefined
  /** The same moment on the monotonic clock, which stands still while some devices sleep. */
  readonly dueAtMs: number
  /** Start of watching, in milliseconds since the epoch; of two jobs, the later is the newer. */
  readonly since: number
  readonly isCutOff: boolean
  /** Not checked before this moment on the monotonic clock, whatever the record says. */
  heldUntilMs: number
}

/** After this, nobody is waiting at the screen: a backup may restore a thousand jobs that were never asked for. */
const newForMs = 60_000

/**
 * Decides when each watched job is checked next.
 *
 * @param now milliseconds since the epoch
 */
export function createSchedule(now: () => number) {
  const jobs = new Map<JobKey, Due>()

  const inMs = (job: Due): number =>
    Math.max(
      0,
      job.heldUntilMs - performance.now(),
      job.nextCheckAt === undefined ? 0 : untilNext(job, job.nextCheckAt),
    )

  /** Uses whichever clock gets there first: one can be set, the other stops during sleep. */
  const untilNext = ({ dueAtMs }: Due, nextCheckAt: number): number =>
    Math.min(nextCheckAt - now(), dueAtMs - performance.now())

  /** Never later than decided at the check: a clock that was set back must not delay a job. */
  function dueAtMs({ lastCheckAt = 0, nextCheckAt = 0 }: JobRecord): number {
    return (
      performance.now() +
      Math.max(0, Math.min(nextCheckAt - Math.max(lastCheckAt, now()), nextCheckAt - lastCheckAt))
    )
  }

  return {
    size: () => jobs.size,
    has: (key: JobKey) => jobs.has(key),
    keys: () => [...jobs.keys()],
    /** Adds or updates a job. Drops it if it is no longer watched. */
    put(record: JobRecord): void {
      const { key, phase, jobId, lastCheckAt, nextCheckAt, failure, removedAt } = record
      if (phase !== 'watched' || jobId === undefined || removedAt !== undefined) return void jobs.delete(key)
      const known = jobs.get(key)
      if (known && known.lastCheckAt === lastCheckAt && known.nextCheckAt === nextCheckAt) return
      jobs.set(key, {
        lastCheckAt,
        nextCheckAt,
        since: record.watchedSince ?? record.startedAt,
        dueAtMs: dueAtMs(record),
        isCutOff: failure?.kind === 'unreachable',
        heldUntilMs: known?.heldUntilMs ?? 0,
      })
    },
    forget: (key: JobKey) => void jobs.delete(key),
    /** Makes jobs due whose checks failed for lack of a network. */
    hurry(): void {
      for (const [key, job] of jobs)
        if (job.isCutOff) jobs.set(key, { ...job, nextCheckAt: undefined, heldUntilMs: 0 })
    },
    /** Delays the next check, even if the last one could not be recorded. */
    hold(key: JobKey, forMs: number): void {
      const job = jobs.get(key)
      if (job) job.heldUntilMs = performance.now() + forMs
    },
    /** Whether an editor has just made, opened or resumed it and it hasn't been checked since. */
    isNew(key: JobKey): boolean {
      const { since = 0, lastCheckAt = Number.NEGATIVE_INFINITY } = jobs.get(key) ?? {}
      return lastCheckAt < since && Math.abs(now() - since) < newForMs
    },
    /** Jobs that are due, newest first. */
    due: (): JobKey[] =>
      [...jobs]
        .filter(([, job]) => inMs(job) === 0)
        .sort(([, one], [, other]) => other.since - one.since)
        .map(([key]) => key),
    /** The one of these that has been due the longest. */
    mostOverdue: (keys: readonly JobKey[]): JobKey | undefined =>
      keys.toSorted((one, other) => overdueSince(one) - overdueSince(other))[0],
    /** Milliseconds until the first of the others is due; undefined if nothing is watched. */
    nextInMs(except: ReadonlySet<JobKey>): number | undefined {
      const waits = [...jobs].filter(([key]) => !except.has(key)).map(([, job]) => inMs(job))
      return waits.length === 0 ? undefined : waits.reduce((one, other) => Math.min(one, other))
    },
  }

  function overdueSince(key: JobKey): number {
    const job = jobs.get(key)
    return job ? Math.max(job.dueAtMs, job.heldUntilMs) : 0
  }
}
