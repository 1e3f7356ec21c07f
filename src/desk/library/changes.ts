import type { JobKey, AnnotationOf } from './records.ts'

/** What changed, in this tab or another: a screen that shows any of it reads again. */
export interface LibraryChange {
  /** The page of this library made it, and knows all of it. Absent for every other tab. */
  readonly origin?: 'page' | undefined
  readonly jobs: readonly JobKey[]
  /** Everything is gone for good. Reading on would make the database anew, under the name of who was here. */
  readonly forgotten?: true | undefined
  /** Those of them whose articles came, were replaced or went. */
  readonly articles?: readonly JobKey[]
  /** What `Library.unsaved` says is another now. */
  readonly unsaved?: true
  /** The annotations as they are now, or "many" where it is cheaper to ask for those in sight. */
  readonly annotations?: readonly AnnotationOf[] | 'many' | undefined
  /** Ids of the lists that are others now, those of the ledger among them. */
  readonly lists?: readonly string[] | undefined
  readonly named?: true | undefined
  /**
   * Jobs whose texts have been read through, so that quality, versions and duplicates of their articles are known; none
   * where some more have been read.
   */
  readonly analysed?: readonly JobKey[] | undefined
  /** The service was found to be another one than before. */
  readonly service?: true | undefined
  /** What `Library.steps` says is another now. */
  readonly steps?: true | undefined
}

export interface Changes {
  announce(change: LibraryChange): void
  subscribe(listener: (change: LibraryChange) => void): () => void
  close(): void
}

/**
 * Tells whoever listens what changed in a library.
 *
 * @param channelName the account's name where other tabs may share the library; they are told too
 */
export function createChanges(channelName?: string): Changes {
  const listeners = new Set<(change: LibraryChange) => void>()
  const channel =
    channelName !== undefined && typeof BroadcastChannel !== 'undefined'
      ? new BroadcastChannel(`article-desk/library/${channelName}`)
      : undefined
  const tellListeners = (change: LibraryChange) => {
    for (const listener of listeners) listener(change)
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<LibraryChange>) => tellListeners(data))
  return {
    announce(change) {
      tellListeners(change)
      const { origin: _, ...forOthers } = change
      channel?.postMessage(forOthers)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    close() {
      listeners.clear()
      channel?.close()
    },
  }
}
