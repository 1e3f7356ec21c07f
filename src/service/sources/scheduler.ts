import { setTimeout as sleep } from 'node:timers/promises'
import { errorFields } from '../database/describe-error.ts'
import type { Refresher } from './refresher.ts'
import type { SourceLeases } from './source-lease.ts'

export interface SchedulerOptions {
  readonly leases: SourceLeases
  readonly refresher: Refresher
  readonly log: (entry: Readonly<Record<string, unknown>>) => void
  readonly now: () => Date
  /** Pause between two starts, so that a backlog of 10,000 feeds leaves most of a process to those who wait for it. */
  readonly everyMs?: number | undefined
  /** Pause between two checks while nothing is due. */
  readonly idleMs?: number | undefined
}

/** How many sources to refresh concurrently; each mostly waits for the network. */
const maxConcurrent = 16

/** Refreshes due sources in the background, as long as the service runs. */
export function createScheduler({ leases, refresher, log, now, ...options }: SchedulerOptions) {
  const { everyMs = 100, idleMs = 2_000 } = options
  /**
   * The sites being refreshed, one source each: more would only wait for the same host, and take the slots of other
   * hosts.
   */
  const running = new Set<string>()
  const ending = new AbortController()
  let loop: Promise<void> | undefined

  /** @returns how long to wait before the next check */
  async function startNext(): Promise<number> {
    if (running.size >= maxConcurrent) return everyMs
    const source = await leases.takeDue(now(), [...running])
    if (!source) return idleMs
    running.add(source.site)
    refresher
      .run(source)
      // Logged already.
      .catch(() => undefined)
      .finally(() => running.delete(source.site))
    return everyMs
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      const waitMs = await startNext().catch((error: unknown) => {
        log({ event: 'schedule-failed', ...errorFields(error) })
        return idleMs
      })
      await sleep(waitMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)
    }
  }

  return {
    start(): void {
      loop ??= run()
    },
    /** Starts nothing more. The refresher ends what is running. */
    async stop(): Promise<void> {
      ending.abort()
      await loop
    },
  }
}
