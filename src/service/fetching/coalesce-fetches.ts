import { aborted, failureOf } from './fetch-failure.ts'
import type { FetchRequest, FetchResult } from './fetch-result.ts'

interface Shared {
  readonly result: Promise<FetchResult>
  readonly controller: AbortController
  /** How many callers are waiting for it. */
  waiting: number
}

/**
 * Shares one exchange among all concurrent callers with the same request. A caller that aborts doesn't end it for the
 * others; when the last one leaves, the exchange is aborted.
 *
 * @param start rejects only for errors that are no result (the database is unavailable, for example); `fetch` then
 * rejects too
 */
export function coalesceFetches(start: (request: FetchRequest, signal: AbortSignal) => Promise<FetchResult>) {
  const inFlight = new Map<string, Shared>()

  function join(request: FetchRequest): Shared {
    // Validators and limit belong to the key: "unchanged" or "too large" holds only for the same ones.
    const key = JSON.stringify([request.url, request.validators, request.maxBytes])
    const existing = inFlight.get(key)
    if (existing && !existing.controller.signal.aborted) return existing
    const controller = new AbortController()
    const result = start(request, controller.signal).finally(() => {
      if (inFlight.get(key) === shared) inFlight.delete(key)
    })
    const shared: Shared = { result, controller, waiting: 0 }
    inFlight.set(key, shared)
    return shared
  }

  return {
    /** @param patienceMs how long a caller that joined an exchange in progress waits for it */
    fetch(request: FetchRequest, patienceMs: number): Promise<FetchResult> {
      if (request.signal?.aborted) return Promise.resolve(failureOf(aborted()))
      const shared = join(request)
      const isInProgress = shared.waiting > 0
      shared.waiting += 1
      return new Promise<FetchResult>((resolve, reject) => {
        const leave = () => resolve(failureOf(aborted()))
        const giveUp = () => resolve({ kind: 'busy', retryAfterMs: 1_000 })
        const timer = isInProgress ? setTimeout(giveUp, patienceMs) : undefined
        request.signal?.addEventListener('abort', leave)
        shared.result.then(resolve, reject).finally(() => {
          clearTimeout(timer)
          request.signal?.removeEventListener('abort', leave)
        })
      }).finally(() => {
        shared.waiting -= 1
        if (shared.waiting === 0) shared.controller.abort()
      })
    },

    /** Aborts all exchanges (result 'aborted'). */
    endAll(): void {
      for (const { controller } of inFlight.values()) controller.abort()
    },
  }
}
