import { aborted, failureOf } from './fetch-failure.ts'
import type { Busy, Failed, Refused } from './fetch-result.ts'
import type { HostStore } from './host-store.ts'

export interface Turn<T> {
  /** What is done when the turn comes; says how long the host is left alone afterwards. */
  readonly exchange: () => Promise<{ readonly result: T; readonly restMs: number }>
  /** Longer than the exchange can take: a process that dies in its middle holds the host until then. */
  readonly lastsAtMostMs: number
  readonly waitAtMostMs: number
  /** For as long as it waits; the exchange knows itself how to end early. */
  readonly signal: AbortSignal
  /** Before those that came earlier: for what goes on from a turn that was waited for already. */
  readonly goesOn?: boolean
}

export interface HostQueueOptions {
  readonly store: HostStore
  readonly now: () => number
  /** What a host is given after most answers, to guess how long its queue takes. */
  readonly pauseMs: number
}

interface Waiting {
  readonly lastsAtMostMs: number
  /** On the clock of `performance.now()`, as is `restsUntil`. */
  readonly givesUpAt: number
  /** Answers the caller, and never rejects. */
  readonly begin: () => Promise<{ restMs: number }>
  readonly giveUp: (aheadMs: number) => void
  readonly fail: (error: unknown) => void
}

interface Lane {
  readonly waiting: Waiting[]
  /** The one for whom it is being found out whether the host is free. */
  asking?: Waiting | undefined
  restsUntil: number
  wake?: () => void
}

export type HostQueue = ReturnType<typeof createHostQueue>

/** How often a host is looked after again: another process that held it may have released it early. */
const longestNapMs = 1_000

/**
 * One exchange a host at a time, in the order of asking, with a rest after each. Hosts know nothing of each other, and
 * whoever waits says for how long: a slow host costs only those something who want something of it.
 */
export function createHostQueue({ store, now, pauseMs }: HostQueueOptions) {
  const lanes = new Map<string, Lane>()
  const served = new Set<Promise<void>>()

  /** @throws what the store says when it can't be asked */
  function takeTurn<T>(host: string, turn: Turn<T>): Promise<T | Busy | Failed | Refused> {
    return new Promise((resolve, reject) => {
      if (turn.signal.aborted) return resolve(failureOf(aborted()))
      const lane = lanes.get(host) ?? { waiting: [], restsUntil: 0 }
      const leave = () => {
        clearTimeout(timer)
        turn.signal.removeEventListener('abort', abort)
        remove(lane, waiting)
      }
      const waiting: Waiting = {
        lastsAtMostMs: turn.lastsAtMostMs,
        givesUpAt: performance.now() + turn.waitAtMostMs,
        async begin() {
          leave()
          try {
            const { result, restMs } = await turn.exchange()
            resolve(result)
            return { restMs }
          } catch (error) {
            reject(error)
            return { restMs: pauseMs }
          }
        },
        giveUp(aheadMs) {
          leave()
          resolve({ kind: 'busy', retryAfterMs: Math.max(1_000, Math.round(aheadMs)) })
        },
        fail(error) {
          leave()
          reject(error)
        },
      }
      const abort = () => {
        leave()
        resolve(failureOf(aborted()))
      }
      const timer = setTimeout(() => {
        // The answer that is on its way decides, even where it comes a moment late.
        if (lane.asking !== waiting) waiting.giveUp(aheadOf(lane, lane.waiting.indexOf(waiting)))
      }, turn.waitAtMostMs)
      turn.signal.addEventListener('abort', abort, { once: true })

      const place = turn.goesOn ? 0 : lane.waiting.length
      lane.waiting.splice(place, 0, waiting)
      if (!lanes.has(host)) {
        lanes.set(host, lane)
        const end = serve(host, lane).finally(() => served.delete(end))
        served.add(end)
      } else if (aheadOf(lane, place) > turn.waitAtMostMs) waiting.giveUp(aheadOf(lane, place))
    })
  }

  /** Until nobody waits any more. */
  async function serve(host: string, lane: Lane): Promise<void> {
    try {
      for (let next = lane.waiting[0]; next; next = lane.waiting[0]) {
        lane.asking = next
        const freeAt = await store.take(host, now(), now() + next.lastsAtMostMs)
        lane.asking = undefined
        if (freeAt !== undefined) {
          await rest(lane, freeAt - now())
          continue
        }
        lane.restsUntil = 0
        // Whoever is first by now: the one who was may have left.
        const { restMs } = (await lane.waiting[0]?.begin()) ?? { restMs: 0 }
        // Where it can't be said, the host counts as in use until its time is up, which is as polite.
        await store.release(host, now() + restMs).catch(() => undefined)
        if (restMs > 0) await rest(lane, restMs)
      }
    } catch (error) {
      while (lane.waiting[0]) lane.waiting[0].fail(error)
    } finally {
      lanes.delete(host)
    }
  }

  async function rest(lane: Lane, restMs: number): Promise<void> {
    lane.restsUntil = performance.now() + restMs
    for (const [place, waiting] of [...lane.waiting].entries()) {
      const aheadMs = restMs + place * pauseMs
      if (performance.now() + aheadMs > waiting.givesUpAt) waiting.giveUp(aheadMs)
    }
    if (lane.waiting.length === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(restMs, longestNapMs))
      lane.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** How far off the turn of this place is at least. */
  const aheadOf = (lane: Lane, place: number): number =>
    Math.max(0, lane.restsUntil - performance.now()) + place * pauseMs

  return {
    takeTurn,
    /** Once nobody waits any more: when the last host has been released. */
    async settle(): Promise<void> {
      await Promise.all(served)
    },
  }
}

function remove(lane: Lane, waiting: Waiting): void {
  const place = lane.waiting.indexOf(waiting)
  if (place >= 0) lane.waiting.splice(place, 1)
  if (lane.waiting.length === 0) lane.wake?.()
}
