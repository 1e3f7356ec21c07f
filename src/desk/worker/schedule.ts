import type { JobKey, JobRecord } from '../library/records.ts'

interface Due {
  readonly lastCheckAt: number | undefined
  readonly nextCheckAt: number | undefined
  /** The same moment by the clock that nobody can set; it stands still while some devices sleep. */
  readonly dueAtMs: number
  /** Since when it is watched; of two, the later is the newer. */
  readonly since: number
  readonly isCutOff: boolean
  /** Not before that, by the same clock, whatever the record says. */
  heldUntilMs: number
}

/** Beyond that nobody waits before the screen: a backup may restore a thousand jobs that were never asked for. */
const newForMs = 60_000

/**
 * When each watched job is to be asked for again.
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

  /** Whichever clock comes to it first: one can be set, the other sleeps. */
  const untilNext = ({ dueAtMs }: Due, nextCheckAt: number): number =>
    Math.min(nextCheckAt - now(), dueAtMs - performance.now())

  /** Never later than was decided at the check: a clock that was set back must not keep a job waiting. */
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
    /** Takes in a job as it is now. One that is not watched any longer is forgotten. */
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
    /** What did not get through for want of a network need not wait for its turn once there is one. */
    hurry(): void {
      for (const [key, job] of jobs)
        if (job.isCutOff) jobs.set(key, { ...job, nextCheckAt: undefined, heldUntilMs: 0 })
    },
    /** Asks for it no sooner than that, even where nothing could be noted of a check. */
    hold(key: JobKey, forMs: number): void {
      const job = jobs.get(key)
      if (job) job.heldUntilMs = performance.now() + forMs
    },
    /** Whether an editor has just made it, opened it or taken it up again, and it was not asked for since. */
    isNew(key: JobKey): boolean {
      const { since = 0, lastCheckAt = Number.NEGATIVE_INFINITY } = jobs.get(key) ?? {}
      return lastCheckAt < since && Math.abs(now() - since) < newForMs
    },
    /** Those that are due, the newest first. */
    due: (): JobKey[] =>
      [...jobs]
        .filter(([, job]) => inMs(job) === 0)
        .sort(([, one], [, other]) => other.since - one.since)
        .map(([key]) => key),
    /** The one of these that has waited longest. */
    mostOverdue: (keys: readonly JobKey[]): JobKey | undefined =>
      keys.toSorted((one, other) => overdueSince(one) - overdueSince(other))[0],
    /** Milliseconds until the first of the others is due; undefined where nothing is watched. */
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
