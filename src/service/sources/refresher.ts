import { setTimeout as sleep } from 'node:timers/promises'
import { refreshArticles } from '../articles/store.ts'
import type { Database } from '../database/database.ts'
import { errorFields } from '../database/describe-error.ts'
import { isTransientError } from '../database/unavailable.ts'
import { releaseAddress } from './address-store.ts'
import { forgetDays } from './day-counts.ts'
import type { RefreshContext, SourceTools } from './refresh-context.ts'
import type { Refreshed } from './refresh-source.ts'
import { afterError, refreshSource } from './refresh-source.ts'
import { createSaveInTurn, repeatIfHeldUp } from './saving.ts'
import type { LeasedSource, SourceLeases } from './source-lease.ts'
import { LeaseLostError } from './source-lease.ts'

export interface RefresherOptions extends SourceTools {
  readonly database: Database
  readonly leases: SourceLeases
  readonly log: (entry: Readonly<Record<string, unknown>>) => void
  readonly now: () => Date
}

export type RefreshRequest = Partial<Pick<RefreshContext, 'isAsked' | 'words'>>

/** Pages left after this time wait for the next turn: no source keeps others waiting for hours. */
const longestMs = 5 * 60_000
const pollMs = 250
const afterOutageMs = 60_000
/** Longer than a lease lasts: after this time there is nothing left to give up. */
const maxTries = 300

/**
 * Refreshes sources; each source is refreshed by one process at a time. `stop` resolves after all running work has
 * ended.
 */
export function createRefresher({ database, leases, log, now, ...tools }: RefresherOptions) {
  const running = new Set<Promise<unknown>>()
  const stopping = new AbortController()
  const maintenance = createMaintenance(database, log, now)
  const saveInTurn = createSaveInTurn(database)
  const whenFree = createLeaseWaiter(leases)

  async function run(source: LeasedSource, request: RefreshRequest): Promise<Refreshed> {
    const lease = leases.keepAlive(source)
    const startedAt = performance.now()
    const unreleased: string[] = []
    try {
      const { refreshed, outcome } = await refreshSource({
        ...tools,
        database: { query: (text, values) => repeatIfHeldUp(() => database.query(text, values)) },
        saveInTurn,
        now,
        source,
        isAsked: request.isAsked ?? false,
        words: request.words,
        endAt: now().getTime() + longestMs,
        signal: AbortSignal.any([stopping.signal, lease.lost]),
        counts: { ...noChanges },
        unreleased,
      })
      await repeatIfHeldUp(() => leases.release(source, outcome))
      await maintenance.saved(refreshed.added + refreshed.changed)
      const { error, ...counts } = refreshed
      log({
        event: 'source-refreshed',
        source: source.id,
        ms: Math.round(performance.now() - startedAt),
        ...counts,
        ...(error && { trouble: error }),
      })
      return refreshed
    } catch (error) {
      if (error instanceof LeaseLostError) return noChanges
      const entry = { event: 'source-failed', source: source.id, ...errorFields(error) }
      if (isTransientError(error)) {
        log(entry)
        track(abandon(source, unreleased))
        throw error
      }
      const trouble = 'could not be refreshed'
      const wasHeld = await leases.release(source, afterError(source, trouble, now())).catch(() => true)
      // Nothing can be saved for a source that was removed.
      if (!wasHeld) return noChanges
      log(entry)
      return { ...noChanges, error: trouble }
    } finally {
      lease.end()
    }
  }

  /** Gives up the leases as soon as the database is back, so that nobody has to wait until they expire. */
  async function abandon(source: LeasedSource, addresses: readonly string[]): Promise<void> {
    for (let tries = 0; tries < maxTries && !stopping.signal.aborted; tries += 1) {
      try {
        for (const address of addresses) await releaseAddress(database, address)
        await leases.abandon(source, new Date(now().getTime() + afterOutageMs))
        return
      } catch {
        // The database is still out of reach.
      }
      await sleep(pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }

  function track(work: Promise<unknown>): void {
    const end = (): unknown => running.delete(work)
    running.add(work)
    work.then(end, end)
  }

  async function stateWhenFree(id: number, signal: AbortSignal): ReturnType<SourceLeases['stateOf']> {
    const state = await leases.stateOf(id)
    if (state !== 'leased') return state
    await whenFree(id, signal)
    return leases.stateOf(id)
  }

  return {
    /**
     * Refreshes a leased source and releases it. Its errors are results.
     *
     * @throws only the database's error, if it is out of reach, full or held up: whoever takes the source next repeats
     * the work
     */
    run(source: LeasedSource, request: RefreshRequest = {}): Promise<Refreshed> {
      const work = run(source, request)
      track(work)
      return work
    },

    /**
     * Takes a source as soon as it is free.
     *
     * @param isOtherRefreshEnough whether a refresh by another process in the meantime will do
     * @returns undefined if it did, if the source is paused or removed, or if the signal aborted
     */
    async take(
      id: number,
      signal: AbortSignal,
      isOtherRefreshEnough: boolean,
    ): Promise<LeasedSource | undefined> {
      const ended = AbortSignal.any([signal, stopping.signal])
      while (!ended.aborted) {
        const source = await leases.take(id)
        if (source) return source
        // The source may have been released or abandoned meanwhile. If abandoned, its work is not done.
        const state = await stateWhenFree(id, ended)
        if (state === undefined || (isOtherRefreshEnough && state !== 'abandoned')) return undefined
      }
      return undefined
    },

    get isStopping() {
      return stopping.signal.aborted
    },

    /** Ends running work after its current step, and releases the sources. */
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.allSettled(running)
      await maintenance.end()
    },
  }
}

export type Refresher = ReturnType<typeof createRefresher>

const noChanges = { added: 0, changed: 0, known: 0, refused: 0 }

/**
 * Waits until a source is free. One query at a time asks for all sources that are waited for: dozens of jobs may wait for
 * dozens of sources each, and the embedded database has one connection.
 */
function createLeaseWaiter(leases: SourceLeases) {
  interface Waiter {
    readonly id: number
    readonly end: (error?: unknown) => void
  }
  const waiters = new Set<Waiter>()
  let isPolling = false

  async function poll(): Promise<void> {
    isPolling = true
    while (waiters.size > 0) {
      await sleep(pollMs, undefined, { ref: false })
      const asked = [...waiters]
      if (asked.length === 0) break
      try {
        const leased = await leases.findLeased([...new Set(asked.map(({ id }) => id))])
        for (const { id, end } of asked) if (!leased.has(id)) end()
      } catch (error) {
        for (const { end } of asked) end(error)
      }
    }
    isPolling = false
  }

  return async function whenFree(id: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => waiter.end()
      const waiter: Waiter = {
        id,
        end: (error) => {
          waiters.delete(waiter)
          signal.removeEventListener('abort', leave)
          if (error === undefined) resolve()
          else reject(error)
        },
      }
      waiters.add(waiter)
      signal.addEventListener('abort', leave)
      if (!isPolling) void poll()
    })
  }
}

const enoughSaved = 500
const longEnoughMs = 10 * 60_000

/**
 * Occasionally refreshes the word index and the article counts, and deletes old counts: doing so after every source
 * would cost more than saving.
 */
function createMaintenance(database: Database, log: RefresherOptions['log'], now: () => Date) {
  let count = 0
  let since = 0
  let isRunning = false

  /** Never rejects: the source before it has been saved, and what failed is repeated after the next one. */
  async function refresh(): Promise<void> {
    const counted = count
    isRunning = true
    try {
      await forgetDays(database, now())
      await refreshArticles(database)
      // A server vacuums on its own. Each page leaves as many old rows as it has paragraphs.
      if (database.kind === 'embedded') await database.query('vacuum source_paragraphs')
      count -= counted
      since = now().getTime()
    } catch (error) {
      log({ event: 'maintenance-failed', ...errorFields(error) })
    } finally {
      isRunning = false
    }
  }

  return {
    async saved(more: number): Promise<void> {
      count += more
      const isTime = count >= enoughSaved || (count > 0 && now().getTime() - since > longEnoughMs)
      if (isTime && !isRunning) await refresh()
    },
    async end(): Promise<void> {
      if (count > 0) await refresh()
    },
  }
}
