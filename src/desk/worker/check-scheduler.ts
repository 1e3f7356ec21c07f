import type { CheckOutcome } from '../worker-protocol/worker-api.ts'
import type { Library } from '../library/library.ts'
import type { JobKey, JobRecord } from '../library/records.ts'
import { isSlow } from './next-check.ts'

/** Concurrent checks, not counting those of new jobs. */
const maxConcurrent = 4

/** How many of them may be of jobs whose last response didn't come in time: the others must not wait for these. */
const maxSlow = 2

/**
 * Checks per second of jobs that are not new, and the largest burst of them: a thousand watched jobs, as from a backup,
 * are checked one after the other, and the load on a service never exceeds this.
 */
const checksPerSecond = 4
const maxBurst = 8

/** One in this many turns goes to the newest job, the others to the job that has waited longest. */
const newestEvery = 4

/** How long a job counts as viewed after its screen last asked about it. */
const viewedForMs = 12_000

/** Minimum pause after a check whose result could not be recorded. */
const shortestPauseMs = 500

/** Pause after an error that isn't the service's: the library could not be read to see what is due. */
const troubleMs = 5_000

/** Longest timer: devices sleep and clocks are set, so longer ones aren't trusted. */
const longestTimerMs = 1_000

/** After this, nobody is waiting at the screen: a backup may restore a thousand jobs that were never asked for. */
const newForMs = 60_000

export interface CheckSchedulerOptions {
  readonly library: Library
  readonly check: (key: JobKey, isUrgent: boolean) => Promise<CheckOutcome>
  /** Aborts the check of a job that is no longer watched. */
  readonly abandon: (key: JobKey) => void
  readonly mayCheck: () => boolean
  readonly isOnline: () => boolean
  readonly now: () => number
}

/**
 * Checks every watched job when its record says so. A new job is checked at once, however many others wait. The others
 * are checked at a steady pace: first those an editor is viewing, then, in turns, the newest and the longest overdue,
 * so that none starves.
 */
export function createCheckScheduler(options: CheckSchedulerOptions) {
  const { library, check, abandon, mayCheck, isOnline, now } = options
  const schedule = createSchedule(now)
  const underWay = new Set<JobKey>()
  /** How many of them {@link maxConcurrent} limits: slow responses about new jobs must not hold up the others. */
  let pacedCount = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let wasOnline = true
  let turn = 0
  const rateLimit = createRateLimit()
  /** When each was last viewed, by the monotonic clock. */
  const viewedAt = new Map<JobKey, number>()

  async function readAll(): Promise<void> {
    const records = new Map((await library.jobs()).map((record) => [record.key, record]))
    for (const key of new Set([...schedule.keys(), ...records.keys()])) update(key, records.get(key))
  }

  const readOne = async (key: JobKey) => update(key, await library.job(key))

  /** @param record undefined if it is gone */
  function update(key: JobKey, record: JobRecord | undefined): void {
    const wasWatched = schedule.has(key)
    if (record) schedule.put(record)
    else schedule.forget(key)
    if (wasWatched && !schedule.has(key)) abandon(key)
  }

  async function readChanged(keys: readonly JobKey[] | 'all'): Promise<void> {
    try {
      await (keys === 'all' || keys.length > 20 ? readAll() : Promise.all(keys.map(readOne)))
    } catch {
      // Nothing is known to be due; the library announces when it can be read again.
    }
    run()
  }

  async function runCheck(key: JobKey): Promise<void> {
    const isNew = schedule.isNew(key)
    underWay.add(key)
    if (!isNew) pacedCount += 1
    schedule.hold(key, shortestPauseMs)
    try {
      schedule.put((await check(key, isNew)).record)
    } catch {
      schedule.hold(key, troubleMs)
    }
    underWay.delete(key)
    if (!isNew) pacedCount -= 1
    run()
  }

  function run(): void {
    if (isOver) return
    // Looked at each time: Chromium sends the event `online` to pages, but not to workers.
    if (isOnline() && !wasOnline) schedule.retryNow()
    wasOnline = isOnline()
    if (mayCheck()) {
      const due = schedule.due()
      for (const key of due) if (schedule.isNew(key) && !underWay.has(key)) void runCheck(key)
      while (pacedCount < maxConcurrent) {
        const others = due.filter(mayStart)
        if (others.length === 0 || !rateLimit.take()) break
        void runCheck(others.find(isViewed) ?? takeTurn(others))
      }
    }
    arm()
  }

  function mayStart(key: JobKey): boolean {
    if (underWay.has(key)) return false
    return !schedule.isSlow(key) || [...underWay].filter(schedule.isSlow).length < maxSlow
  }

  function isViewed(key: JobKey): boolean {
    return performance.now() - (viewedAt.get(key) ?? Number.NEGATIVE_INFINITY) < viewedForMs
  }

  function takeTurn(others: readonly JobKey[]): JobKey {
    turn += 1
    return (turn % newestEvery === 1 ? others[0] : schedule.mostOverdue(others)) as JobKey
  }

  function arm(): void {
    clearTimeout(timer)
    const dueInMs = mayCheck() && pacedCount < maxConcurrent ? schedule.nextInMs(mayStart) : undefined
    const nextMs = dueInMs === undefined ? undefined : Math.max(dueInMs, rateLimit.nextInMs())
    if (schedule.size() > 0) timer = setTimeout(run, Math.min(longestTimerMs, nextMs ?? longestTimerMs))
  }

  function end(): void {
    isOver = true
    clearTimeout(timer)
    for (const key of underWay) abandon(key)
  }

  const unsubscribe = library.subscribe(({ jobs = [], forgotten, everything }) => {
    if (forgotten) end()
    else if (everything) void readChanged('all')
    else if (jobs.length > 0) void readChanged(jobs)
  })
  void readChanged('all')

  return {
    /** Whether there is anything to watch. */
    isNeeded: () => schedule.size() > 0,
    run,
    /** Records that an editor is viewing this job, in any tab. */
    noteViewing(key: JobKey): void {
      viewedAt.set(key, performance.now())
      for (const other of viewedAt.keys()) if (!isViewed(other)) viewedAt.delete(other)
    },
    stop(): void {
      end()
      unsubscribe()
    },
  }
}

/** A token bucket: lets {@link maxBurst} through at first, then {@link checksPerSecond}. */
function createRateLimit() {
  let left = maxBurst
  let atMs = performance.now()
  const refill = () => {
    const nowMs = performance.now()
    left = Math.min(maxBurst, left + ((nowMs - atMs) * checksPerSecond) / 1_000)
    atMs = nowMs
  }
  return {
    take(): boolean {
      refill()
      if (left < 1) return false
      left -= 1
      return true
    },
    /** Milliseconds until the next one is let through. */
    nextInMs(): number {
      refill()
      return Math.max(0, Math.ceil(((1 - left) * 1_000) / checksPerSecond))
    },
  }
}

interface Due {
  readonly lastCheckAt: number | undefined
  readonly nextCheckAt: number | undefined
  /** The same moment on the monotonic clock, which stops while some devices sleep. */
  readonly dueAtMs: number
  /** Start of watching, in milliseconds since the epoch; of two jobs, the later is the newer. */
  readonly since: number
  readonly isCutOff: boolean
  readonly isSlow: boolean
  /** Not checked before this moment on the monotonic clock, whatever the record says. */
  heldUntilMs: number
}

/**
 * Decides when each watched job is checked next.
 *
 * @param now milliseconds since the epoch
 */
function createSchedule(now: () => number) {
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
        isSlow: isSlow(record),
        heldUntilMs: known?.heldUntilMs ?? 0,
      })
    },
    forget: (key: JobKey) => void jobs.delete(key),
    /** Makes jobs due whose checks failed for lack of a network. */
    retryNow(): void {
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
    isSlow: (key: JobKey) => jobs.get(key)?.isSlow === true,
    /** Jobs that are due, newest first. */
    due: (): JobKey[] =>
      [...jobs]
        .filter(([, job]) => inMs(job) === 0)
        .sort(([, one], [, other]) => other.since - one.since)
        .map(([key]) => key),
    /** The one of these that has been due the longest. */
    mostOverdue: (keys: readonly JobKey[]): JobKey | undefined =>
      keys.toSorted((one, other) => overdueSince(one) - overdueSince(other))[0],
    /** Milliseconds until the first of those that may start is due; undefined if there is none. */
    nextInMs(mayStart: (key: JobKey) => boolean): number | undefined {
      const waits = [...jobs].filter(([key]) => mayStart(key)).map(([, job]) => inMs(job))
      return waits.length === 0 ? undefined : waits.reduce((one, other) => Math.min(one, other))
    },
  }

  function overdueSince(key: JobKey): number {
    const job = jobs.get(key)
    return job ? Math.max(job.dueAtMs, job.heldUntilMs) : 0
  }
}
