import { setTimeout as sleep } from 'node:timers/promises'
import type { Refresher } from './refresher.ts'
import type { SourceLeases } from './source-lease.ts'

export interface SchedulerOptions {
  readonly leases: SourceLeases
  readonly refresher: Refresher
  readonly log: (entry: Readonly<Record<string, unknown>>) => void
  readonly now: () => Date
  /** Refreshed at once; each waits for the network nearly all the time. */
  readonly atOnce?: number | undefined
  /** Between two that are begun: what waited while nothing ran does not come in a burst. */
  readonly everyMs?: number | undefined
  /** Between two looks while nothing is due. */
  readonly idleMs?: number | undefined
}

/** Refreshes by itself what is due, for as long as the service runs. */
export function createScheduler({ leases, refresher, log, now, ...options }: SchedulerOptions) {
  const { atOnce = 16, everyMs = 500, idleMs = 2_000 } = options
  /** One source of a site at a time: the others would wait for its host, and keep sources of other hosts waiting. */
  const running = new Set<string>()
  const ending = new AbortController()
  let loop: Promise<void> | undefined

  /** @returns how long to wait before the next look */
  async function look(): Promise<number> {
    if (running.size >= atOnce) return everyMs
    const source = await leases.takeDue(now(), [...running])
    if (!source) return idleMs
    running.add(source.site)
    void refresher.run(source).finally(() => running.delete(source.site))
    return everyMs
  }

  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      const waitMs = await look().catch((error: unknown) => {
        log({ event: 'schedule-failed', error: String(error) })
        return idleMs
      })
      await sleep(waitMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)
    }
  }

  return {
    start(): void {
      loop ??= watch()
    },
    /** Begins nothing more. What runs is ended by the refresher. */
    async stop(): Promise<void> {
      ending.abort()
      await loop
    },
  }
}
