import type { CheckOutcome } from '../intake/intake.ts'
import type { JobKey } from '../library/records.ts'

/** Makes one check, from the question to what the library keeps of the answer. */
export type MakeCheck = (key: JobKey, signal: AbortSignal) => Promise<CheckOutcome>

interface UnderWay {
  readonly outcome: Promise<CheckOutcome>
  readonly giveUp: AbortController
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
    const outcome = make(key, giveUp.signal)
    const check: UnderWay = { outcome, giveUp, isHeard: false, endedAt: undefined }
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

  // Absolute: a clock that is set back must not make old news last.
  const isNews = ({ endedAt }: UnderWay) => endedAt === undefined || Math.abs(now() - endedAt) < newsMs

  return {
    /** Makes a check that somebody is going to ask for in a moment. */
    ahead(key: JobKey): void {
      if (!all.has(key)) begin(key)
    },
    join(key: JobKey): Promise<CheckOutcome> {
      const known = all.get(key)
      const check = known && isNews(known) ? known : begin(key)
      check.isHeard = true
      if (check.endedAt !== undefined) drop(key, check)
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
