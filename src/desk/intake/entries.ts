import type { ArticleId } from '../../contract/ids.ts'
import type { Library, LibraryChange } from '../library/library.ts'
import type { LibraryEntry } from '../library/view/view.ts'

/**
 * What the library knows of the articles a page shows: cards, jobs, versions, duplicates. All that rows ask for within a
 * turn is read at once, and read again as more becomes known; what is shown meanwhile stays.
 */
export interface Entries {
  /** Undefined until the library has answered, and where it has no such article. */
  peek(id: ArticleId): LibraryEntry | undefined
  /** Reads it where it is not known, and calls back when it is another. */
  subscribe(id: ArticleId, listener: () => void): () => void
  read(id: ArticleId): Promise<LibraryEntry | undefined>
  /** Reads what is likely to be shown next. */
  prefetch(ids: readonly ArticleId[]): void
  /** Begins to hear of the library's changes; the answer ends it. */
  follow(): () => void
}

/** Known entries beyond that are forgotten where nobody looks at them. */
const mostKnown = 3_000

export function createEntries(library: Library): Entries {
  const known = new Map<ArticleId, LibraryEntry | undefined>()
  const stale = new Set<ArticleId>()
  const listeners = new Map<ArticleId, Set<() => void>>()
  const wanted = new Set<ArticleId>()
  let reading: Promise<void> | undefined

  function set(ids: readonly ArticleId[], entries: readonly (LibraryEntry | undefined)[]): void {
    for (const [index, id] of ids.entries()) {
      known.set(id, entries[index])
      stale.delete(id)
    }
    for (const id of ids) for (const listener of listeners.get(id) ?? []) listener()
  }

  async function readWanted(): Promise<void> {
    await Promise.resolve()
    while (wanted.size > 0) {
      const ids = [...wanted]
      wanted.clear()
      try {
        set(ids, await library.entries(ids))
      } catch {
        // Its place stays empty, or as it was; the device is out of order, and a notice says so.
      }
    }
    reading = undefined
  }

  function want(ids: Iterable<ArticleId>): Promise<void> {
    for (const id of ids) if (!known.has(id) || stale.has(id)) wanted.add(id)
    if (wanted.size > 0) reading ??= readWanted()
    return reading ?? Promise.resolve()
  }

  function forgetUnseen(): void {
    if (known.size < mostKnown) return
    for (const id of known.keys()) if (!listeners.has(id)) known.delete(id)
  }

  function onChange({ jobs, articles = [], analysed }: LibraryChange): void {
    if (jobs.length === 0 && articles.length === 0 && !analysed) return
    for (const id of known.keys()) stale.add(id)
    void want(listeners.keys())
  }

  return {
    peek: (id) => known.get(id),
    subscribe(id, listener) {
      const own = listeners.get(id) ?? new Set()
      listeners.set(id, own.add(listener))
      void want([id])
      return () => {
        own.delete(listener)
        if (own.size > 0) return
        listeners.delete(id)
        forgetUnseen()
      }
    },
    async read(id) {
      await want([id])
      return known.get(id)
    },
    prefetch: (ids) => void want(ids),
    follow: () => library.subscribe(onChange),
  }
}
