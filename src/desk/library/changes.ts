import type { JobKey, AnnotationOf } from './records.ts'

/** What changed, in this tab or another. A screen that shows any of it reads it again. */
export interface LibraryChange {
  /** Set if the page of this library made the change and already shows it. Never set in other tabs. */
  readonly origin?: 'page' | undefined
  readonly jobs?: readonly JobKey[] | undefined
  /** Everything was deleted. Further reads fail, and what is written stays in memory. */
  readonly forgotten?: true | undefined
  /** The jobs whose articles were added, replaced or deleted. */
  readonly articles?: readonly JobKey[]
  /** `Library.unsaved` changed. */
  readonly unsaved?: true
  /** The new annotations, or "many" if it is cheaper to read those in view. */
  readonly annotations?: readonly AnnotationOf[] | 'many' | undefined
  /** Ids of the changed lists, including those of the ledger. */
  readonly lists?: readonly string[] | undefined
  readonly named?: true | undefined
  readonly settings?: true | undefined
  /**
   * Jobs whose texts have all been analysed, so that quality, versions and duplicates of their articles are known.
   * Empty to report progress.
   */
  readonly analysed?: readonly JobKey[] | undefined
  /** A reset of the service was noticed, or the editor dismissed the notice. */
  readonly service?: 'was-reset' | 'reset-dismissed' | undefined
  /**
   * Anything may have changed, jobs that are gone included, and reads that failed may succeed now: the page's worker was
   * replaced by another, or the device can be read again. Never set by other tabs.
   */
  readonly everything?: true | undefined
}

/** The subscribers of one event. */
interface Listeners<Payload> {
  readonly notify: (payload: Payload) => void
  /** @returns a function that unsubscribes */
  readonly subscribe: (listener: (payload: Payload) => void) => () => void
  readonly clear: () => void
}

export function createListeners<Payload>(): Listeners<Payload> {
  const all = new Set<(payload: Payload) => void>()
  return {
    notify: (payload) => all.forEach((listener) => listener(payload)),
    subscribe(listener) {
      all.add(listener)
      return () => {
        all.delete(listener)
      }
    },
    clear: () => all.clear(),
  }
}

export interface Changes extends Pick<Listeners<LibraryChange>, 'subscribe'> {
  announce(change: LibraryChange): void
  close(): void
}

/** Longer than a message from another tab takes, even if its worker is busy. */
const longestWayMs = 10_000

/**
 * Notifies subscribers of changes to a library.
 *
 * @param channelName the account's name, if other tabs may share the library: they are notified too
 */
export function createChanges(channelName?: string): Changes {
  const { notify, subscribe, clear } = createListeners<LibraryChange>()
  let channel =
    channelName !== undefined && typeof BroadcastChannel !== 'undefined'
      ? new BroadcastChannel(`article-desk/library/${channelName}`)
      : undefined
  let annotatedAtMs = Number.NEGATIVE_INFINITY
  channel?.addEventListener('message', ({ data }: MessageEvent<LibraryChange>) => {
    // What this tab has just written may be newer than the annotations that come only now: they are read again.
    const isLate = data.annotations && performance.now() - annotatedAtMs < longestWayMs
    notify(isLate ? { ...data, annotations: 'many' } : data)
  })
  return {
    announce(change) {
      if (change.annotations) annotatedAtMs = performance.now()
      notify(change)
      const { origin: _, ...forOthers } = change
      // Other tabs need not know that this tab can read again.
      if (!change.everything) channel?.postMessage(forOthers)
    },
    subscribe,
    close() {
      clear()
      channel?.close()
      // A write may succeed after this, and a closed channel would fail it.
      channel = undefined
    },
  }
}
