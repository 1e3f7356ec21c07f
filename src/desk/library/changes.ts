import type { LibraryChange } from './library.ts'

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
