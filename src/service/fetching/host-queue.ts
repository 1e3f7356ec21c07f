import { aborted, failureOf } from './fetch-failure.ts'
import type { Busy, Failed, Refused } from './fetch-result.ts'
import type { HostStore } from './host-store.ts'

export interface Turn<T> {
  /** Runs when the turn comes. `restMs` is how long the host rests afterwards. */
  readonly exchange: () => Promise<{ readonly result: T; readonly restMs: number }>
  /** Must exceed the longest possible exchange: if the process dies during one, the host stays taken until then. */
  readonly lastsAtMostMs: number
  readonly waitAtMostMs: number
  /** Ends the waiting only; the exchange handles its own abort. */
  readonly signal: AbortSignal
  /** Goes to the head of the queue: for a redirect of an exchange that has already waited its turn. */
  readonly hasPriority?: boolean
}

export interface HostQueueOptions {
  readonly store: HostStore
  readonly now: () => number
  /** The usual rest after an exchange, to estimate how long a queue takes. */
  readonly pauseMs: number
}

interface Waiting {
  readonly lastsAtMostMs: number
  /** On the clock of `performance.now()`, like `restsUntil`. */
  readonly givesUpAt: number
  /** Runs the exchange and settles the caller's promise. Never rejects. */
  readonly begin: () => Promise<{ restMs: number }>
  readonly giveUp: (aheadMs: number) => void
  readonly fail: (error: unknown) => void
}

/** Of one host. */
interface Queue {
  readonly waiting: Waiting[]
  /** The one waiting for the store to say whether the host is free. */
  asking?: Waiting | undefined
  restsUntil: number
  wake?: () => void
}

export type HostQueue = ReturnType<typeof createHostQueue>

/** How often to ask again whether a host is free: another process may have released it early. */
const pollMs = 1_000

/**
 * Runs one exchange per host at a time, in order of arrival, with a rest after each. Each host has its own queue and
 * each caller its own patience, so a slow host delays only requests to that host.
 */
export function createHostQueue({ store, now, pauseMs }: HostQueueOptions) {
  const queues = new Map<string, Queue>()
  const served = new Set<Promise<void>>()

  /** @throws the store's error, if it can't be reached */
  function takeTurn<T>(host: string, turn: Turn<T>): Promise<T | Busy | Failed | Refused> {
    return new Promise((resolve, reject) => {
      if (turn.signal.aborted) return resolve(failureOf(aborted()))
      const queue = queues.get(host) ?? { waiting: [], restsUntil: 0 }
      const leave = () => {
        clearTimeout(timer)
        turn.signal.removeEventListener('abort', abort)
        remove(queue, waiting)
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
        // The store's pending reply decides, even if it comes slightly late.
        if (queue.asking !== waiting) waiting.giveUp(aheadOf(queue, queue.waiting.indexOf(waiting)))
      }, turn.waitAtMostMs)
      turn.signal.addEventListener('abort', abort, { once: true })

      const place = turn.hasPriority ? 0 : queue.waiting.length
      queue.waiting.splice(place, 0, waiting)
      if (!queues.has(host)) {
        queues.set(host, queue)
        const end = serve(host, queue).finally(() => served.delete(end))
        served.add(end)
      } else if (aheadOf(queue, place) > turn.waitAtMostMs) waiting.giveUp(aheadOf(queue, place))
    })
  }

  /** Serves a queue until it is empty. */
  async function serve(host: string, queue: Queue): Promise<void> {
    try {
      for (let next = queue.waiting[0]; next; next = queue.waiting[0]) {
        queue.asking = next
        const block = await store.acquire(host, now(), now() + next.lastsAtMostMs)
        queue.asking = undefined
        if (block !== 'acquired') {
          // Nobody knows how long another process will use the host, so each caller waits as long as it is willing to.
          if (block.isInUse) {
            // Their time ran out while the store was being asked.
            const late = queue.waiting.filter(({ givesUpAt }) => performance.now() > givesUpAt)
            for (const waiting of late) waiting.giveUp(pollMs)
            await sleep(queue, pollMs)
          } else await rest(queue, block.untilMs - now())
          continue
        }
        queue.restsUntil = 0
        // Meanwhile a redirect may have moved to the head, and it may last longer than the acquired time.
        if ((queue.waiting[0]?.lastsAtMostMs ?? 0) > next.lastsAtMostMs) {
          await store.release(host, now()).catch(() => undefined)
          continue
        }
        // Take whoever is first now: the one that this was acquired for may have left.
        const { restMs } = (await queue.waiting[0]?.begin()) ?? { restMs: 0 }
        // If the release fails, the host counts as in use until `lastsAtMostMs` is over, which is polite too.
        await store.release(host, now() + restMs).catch(() => undefined)
        if (restMs > 0) await rest(queue, restMs)
      }
    } catch (error) {
      while (queue.waiting[0]) queue.waiting[0].fail(error)
    } finally {
      queues.delete(host)
    }
  }

  async function rest(queue: Queue, restMs: number): Promise<void> {
    queue.restsUntil = performance.now() + restMs
    for (const [place, waiting] of [...queue.waiting].entries()) {
      const aheadMs = restMs + place * pauseMs
      if (performance.now() + aheadMs > waiting.givesUpAt) waiting.giveUp(aheadMs)
    }
    await sleep(queue, Math.min(restMs, pollMs))
  }

  /** The minimum time until this place in the queue gets its turn. */
  const aheadOf = (queue: Queue, place: number): number =>
    Math.max(0, queue.restsUntil - performance.now()) + place * pauseMs

  return {
    takeTurn,
    /** Waits until all hosts are released. Call it once nothing is queued any more. */
    async settle(): Promise<void> {
      await Promise.all(served)
    },
  }
}

/** Ends early once nobody is waiting any more. */
async function sleep(queue: Queue, ms: number): Promise<void> {
  if (queue.waiting.length === 0) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    queue.wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

function remove(queue: Queue, waiting: Waiting): void {
  const place = queue.waiting.indexOf(waiting)
  if (place >= 0) queue.waiting.splice(place, 1)
  if (queue.waiting.length === 0) queue.wake?.()
}
