import { setTimeout as sleep } from 'node:timers/promises'

export interface PoolOptions<Job> {
  /** How many are worked on at once. */
  readonly size: number
  /** @returns nothing where there is nothing to do now */
  readonly take: () => Promise<Job | undefined>
  /** Never rejects. */
  readonly run: (job: Job) => Promise<void>
  /** How long it waits at most before it looks again. */
  readonly pollMs: number
  readonly onError: (error: unknown) => void
}

/** Takes jobs one after another while there is room, and sleeps when there is none or nothing to do. */
export function createPool<Job>({ size, take, run, pollMs, onError }: PoolOptions<Job>) {
  const ending = new AbortController()
  const busy = new Set<Promise<void>>()
  let nap = new AbortController()
  let loop: Promise<void> | undefined

  async function work(): Promise<void> {
    while (!ending.signal.aborted) {
      // Made before looking, so that what comes while we look still ends the nap.
      nap = new AbortController()
      const job = busy.size < size ? await takeSafely() : undefined
      if (job !== undefined) start(job)
      else if (!ending.signal.aborted)
        await sleep(pollMs, undefined, { signal: nap.signal, ref: false }).catch(() => undefined)
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
      nap.abort()
    })
    busy.add(running)
  }

  return {
    start(): void {
      loop ??= work()
    },

    /** Something may have come. */
    wake(): void {
      nap.abort()
    },

    /** Takes no more, and resolves when all that was taken has ended. */
    async stop(): Promise<void> {
      ending.abort()
      nap.abort()
      await loop
      await Promise.all(busy)
    },
  }
}
