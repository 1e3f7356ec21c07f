import { setTimeout as sleep } from 'node:timers/promises'

export interface PoolOptions<Job> {
  /** How many jobs run at once. */
  readonly size: number
  /** @returns undefined if there is nothing to do now */
  readonly take: () => Promise<Job | undefined>
  /** Never rejects. */
  readonly run: (job: Job) => Promise<void>
  /** Longest wait before looking for a job again. */
  readonly pollMs: number
  readonly onError: (error: unknown) => void
}

/** Runs up to `size` jobs at a time; sleeps while all are running or there is nothing to do. */
export function createPool<Job>({ size, take, run, pollMs, onError }: PoolOptions<Job>) {
  const ending = new AbortController()
  const busy = new Set<Promise<void>>()
  let idleWait = new AbortController()
  let loop: Promise<void> | undefined

  async function work(): Promise<void> {
    while (!ending.signal.aborted) {
      // Created before looking for a job, so that one that arrives meanwhile still ends the wait.
      idleWait = new AbortController()
      const job = busy.size < size ? await takeSafely() : undefined
      if (job !== undefined) start(job)
      else if (!ending.signal.aborted)
        await sleep(pollMs, undefined, { signal: idleWait.signal, ref: false }).catch(() => undefined)
    }
  }

  async function takeSafely(): Promise<Job | undefined> {
    try {
      return await take()
    } catch (error) {
      onError(error)
      return undefined
    }
  }

  function start(job: Job): void {
    const running = run(job).finally(() => {
      busy.delete(running)
      idleWait.abort()
    })
    busy.add(running)
  }

  return {
    start(): void {
      loop ??= work()
    },

    /** Call when there may be a new job. */
    wake(): void {
      idleWait.abort()
    },

    /** Takes no more jobs; resolves when all those taken have ended. */
    async stop(): Promise<void> {
      ending.abort()
      idleWait.abort()
      await loop
      await Promise.all(busy)
    },
  }
}
