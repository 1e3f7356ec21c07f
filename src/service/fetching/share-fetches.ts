import { aborted, failureOf } from './fetch-failure.ts'
import type { FetchRequest, FetchResult } from './fetch-result.ts'

interface Shared {
  readonly result: Promise<FetchResult>
  readonly controller: AbortController
  /** Who waits now, and who ever did. */
  waiting: number
  asked: number
}

/**
 * One exchange for all who ask for the same thing at the same time. Whoever leaves leaves alone; with the last the
 * exchange ends.
 *
 * @param start rejects for what is no answer, a database that is away, say: then so does `fetch`
 */
export function shareFetches(start: (request: FetchRequest, signal: AbortSignal) => Promise<FetchResult>) {
  const onTheirWay = new Map<string, Shared>()

  function join(request: FetchRequest): Shared {
    // Nobody may be told "unchanged" about what another has, or "too large" for another's limit.
    const key = JSON.stringify([request.url, request.validators, request.maxBytes])
    const existing = onTheirWay.get(key)
    if (existing && !existing.controller.signal.aborted) return existing
    const controller = new AbortController()
    const result = start(request, controller.signal).finally(() => {
      if (onTheirWay.get(key) === shared) onTheirWay.delete(key)
    })
    const shared: Shared = { result, controller, waiting: 0, asked: 0 }
    onTheirWay.set(key, shared)
    return shared
  }

  return {
    /** @param patienceMs how long one waits who came to an exchange that another began */
    fetch(request: FetchRequest, patienceMs: number): Promise<FetchResult> {
      if (request.signal?.aborted) return Promise.resolve(failureOf(aborted()))
      const shared = join(request)
      shared.waiting += 1
      shared.asked += 1
      return new Promise<FetchResult>((resolve, reject) => {
        const leave = () => resolve(failureOf(aborted()))
        const giveUp = () => resolve({ kind: 'busy', retryAfterMs: 1_000 })
        const timer = shared.asked > 1 ? setTimeout(giveUp, patienceMs) : undefined
        request.signal?.addEventListener('abort', leave)
        shared.result
          .then((result) => resolve(shared.asked > 1 ? withOwnBytes(result) : result), reject)
          .finally(() => {
            clearTimeout(timer)
            request.signal?.removeEventListener('abort', leave)
          })
      }).finally(() => {
        shared.waiting -= 1
        if (shared.waiting === 0) shared.controller.abort()
      })
    },

    /** All of them end as 'aborted'. */
    endAll(): void {
      for (const { controller } of onTheirWay.values()) controller.abort()
    },
  }
}

/** Whoever hands its bytes to a thread for good would otherwise empty those of the others. */
const withOwnBytes = (result: FetchResult): FetchResult =>
  result.kind === 'fetched' ? { ...result, bytes: result.bytes.slice() } : result
