import type { CheckOutcome } from '../intake/intake.ts'
import type { Library } from '../library/library.ts'
import type { JobKey } from '../library/records.ts'
import { createSchedule } from './schedule.ts'

/** Checks under way at once, but for those of new jobs. */
const atOnce = 4

/** A check of which nothing could be noted is not made again sooner than this. */
const shortestPauseMs = 500

/** After an error that is none of the service's: the library could not be asked what there is to check. */
const troubleMs = 5_000

/** Timers are not trusted beyond this: a device sleeps, a clock is set. */
const longestTimerMs = 1_000

export interface WatchClockOptions {
  readonly library: Library
  readonly check: (key: JobKey, isUrgent: boolean) => Promise<CheckOutcome>
  /** Gives up a check of a job that is not watched any longer. */
  readonly abandon: (key: JobKey) => void
  readonly mayCheck: () => boolean
  readonly now: () => number
}

/**
 * Asks for every watched job when its record says so. A new job is asked for at once, however many others wait; of
 * those, the newest and the one that has waited longest take turns, so that none starves.
 */
export function createWatchClock({ library, check, abandon, mayCheck, now }: WatchClockOptions) {
  const schedule = createSchedule(now)
  const underWay = new Set<JobKey>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let isNewestNext = true

  async function readAll(): Promise<void> {
    const records = await library.jobs()
    const there = new Set(records.map(({ key }) => key))
    for (const key of schedule.keys()) if (!there.has(key)) drop(key)
    for (const record of records) schedule.put(record)
  }

  async function readOne(key: JobKey): Promise<void> {
    const wasWatched = schedule.has(key)
    const record = await library.job(key)
    if (record) schedule.put(record)
    else schedule.forget(key)
    if (wasWatched && !schedule.has(key)) abandon(key)
  }

  function drop(key: JobKey): void {
    schedule.forget(key)
    abandon(key)
  }

  async function take(keys: readonly JobKey[]): Promise<void> {
    try {
      await (keys.length > 20 ? readAll() : Promise.all(keys.map(readOne)))
    } catch {
      // Nothing is known to be due; the next change, or the next start, reads again.
    }
    run()
  }

  async function make(key: JobKey): Promise<void> {
    underWay.add(key)
    schedule.hold(key, shortestPauseMs)
    try {
      schedule.put((await check(key, schedule.isNew(key))).record)
    } catch {
      schedule.hold(key, troubleMs)
    }
    underWay.delete(key)
    run()
  }

  function run(): void {
    if (isOver) return
    if (mayCheck()) {
      const due = schedule.due().filter((key) => !underWay.has(key))
      for (const key of due.filter((key) => schedule.isNew(key))) void make(key)
      const others = due.filter((key) => !schedule.isNew(key))
      while (underWay.size < atOnce && others.length > 0) {
        const key = (isNewestNext ? others[0] : schedule.mostOverdue(others)) as JobKey
        isNewestNext = !isNewestNext
        others.splice(others.indexOf(key), 1)
        void make(key)
      }
    }
    arm()
  }

  function arm(): void {
    clearTimeout(timer)
    const nextMs = mayCheck() && underWay.size < atOnce ? schedule.nextInMs(underWay) : undefined
    if (schedule.size() > 0) timer = setTimeout(run, Math.min(longestTimerMs, nextMs ?? longestTimerMs))
  }

  function end(): void {
    isOver = true
    clearTimeout(timer)
    for (const key of underWay) abandon(key)
  }

  const unsubscribe = library.subscribe(({ jobs, forgotten }) => {
    if (forgotten) end()
    else if (jobs.length > 0) void take(jobs)
  })
  void readAll().then(run, () => {})

  return {
    /** Whether there is anything to watch. */
    isNeeded: () => schedule.size() > 0,
    run,
    hurry(): void {
      schedule.hurry()
      run()
    },
    stop(): void {
      end()
      unsubscribe()
    },
  }
}
