import type { JobKey } from '../library/records.ts'
import type { Arrival, CheckOutcome } from './intake.ts'

type Listener = (arrival: Arrival) => void

/** Makes one check, from the question to what the library keeps of the answer. */
export type MakeCheck = (key: JobKey, signal: AbortSignal, onArrival: Listener) => Promise<CheckOutcome>

interface UnderWay {
  readonly outcome: Promise<CheckOutcome>
  readonly giveUp: AbortController
  readonly listeners: Set<Listener>
  arrival: Arrival | undefined
  isHeard: boolean
  endedAt: number | undefined
}

/** For how long what a check made ahead has found is news: a screen is drawn by then, and no job much older. */
const newsMs = 2_000

/**
 * One check a job at a time: whoever asks while one is on its way hears of that one. One made ahead waits for somebody
 * to hear of it, or a quick answer would be asked for twice.
 *
 * @param now milliseconds since the epoch
 */
export function createChecksUnderWay(make: MakeCheck, now: () => number) {
  const all = new Map<JobKey, UnderWay>()

  function begin(key: JobKey): UnderWay {
    const giveUp = new AbortController()
    const listeners = new Set<Listener>()
    const outcome = make(key, giveUp.signal, (arrival) => {
      check.arrival = arrival
      for (const listener of listeners) listener(arrival)
    })
    const check: UnderWay = {
      outcome,
      giveUp,
      listeners,
      arrival: undefined,
      isHeard: false,
      endedAt: undefined,
    }
    all.set(key, check)
    const end = () => {
      check.endedAt = now()
      if (check.isHeard) drop(key, check)
    }
    outcome.then(end, end)
    return check
  }

  function drop(key: JobKey, check: UnderWay): void {
    if (all.get(key) === check) all.delete(key)
  }

  // Absolute, lest a clock set back makes old news last.
  const isNews = ({ endedAt }: UnderWay) => endedAt === undefined || Math.abs(now() - endedAt) < newsMs

  return {
    /** Makes a check that somebody is going to ask for in a moment. */
    ahead(key: JobKey, onArrival: Listener | undefined): void {
      const check = all.get(key) ?? begin(key)
      if (onArrival) check.listeners.add(onArrival)
    },
    join(key: JobKey, onArrival: Listener | undefined): Promise<CheckOutcome> {
      const known = all.get(key)
      const check = known && isNews(known) ? known : begin(key)
      check.isHeard = true
      if (check.endedAt !== undefined) drop(key, check)
      if (onArrival) {
        if (check.arrival) onArrival(check.arrival)
        check.listeners.add(onArrival)
      }
      return check.outcome
    },
    /** Whoever asks from now on gets a check of their own. */
    abandon(key: JobKey | undefined): void {
      for (const [other, check] of all) {
        if (key !== undefined && key !== other) continue
        check.giveUp.abort()
        drop(other, check)
      }
    },
  }
}
