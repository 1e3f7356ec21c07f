import type { ArticleId } from '../../contract/ids.ts'

/**
 * Caches one kind of fact about articles in a page. Everything requested within a turn is read in one batch, since each
 * row of a screen asks separately. Stale facts are shown until they have been read again.
 */
export interface FactCache<Fact> {
  /** Undefined until it has been read, and if there is no such article. */
  get(id: ArticleId): Fact | undefined
  has(id: ArticleId): boolean
  isShown(id: ArticleId): boolean
  /** Reads it if it isn't known, and calls back on changes. */
  subscribe(id: ArticleId, listener: () => void): () => void
  /** Resolves once all of them are known or have failed. */
  want(ids: Iterable<ArticleId>): Promise<void>
  set(facts: readonly (readonly [ArticleId, Fact | undefined])[]): void
  /** Marks facts as stale: those on screen are read again at once, the rest on demand. Without ids, all of them. */
  outdate(ids?: Iterable<ArticleId>): void
}

export interface FactCacheOptions<Fact> {
  /** Returns the facts in the order of the ids. */
  readonly read: (ids: readonly ArticleId[]) => Promise<readonly (Fact | undefined)[]>
  readonly isSame?: (one: Fact | undefined, other: Fact | undefined) => boolean
  /**
   * Beyond this number, facts without a subscriber are evicted: an editor may go through a library of 100,000 in a day.
   */
  readonly mostKnown: number
}

export function createFactCache<Fact>({
  read,
  isSame = Object.is,
  mostKnown,
}: FactCacheOptions<Fact>): FactCache<Fact> {
  const known = new Map<ArticleId, Fact | undefined>()
  const stale = new Set<ArticleId>()
  const listeners = new Map<ArticleId, Set<() => void>>()
  const wanted = new Set<ArticleId>()
  let reading: Promise<void> | undefined

  function set(facts: readonly (readonly [ArticleId, Fact | undefined])[]): void {
    const changed: ArticleId[] = []
    for (const [id, fact] of facts) {
      stale.delete(id)
      if (known.has(id) && isSame(known.get(id), fact)) continue
      known.set(id, fact)
      changed.push(id)
    }
    for (const id of changed) for (const listener of listeners.get(id) ?? []) listener()
  }

  async function readWanted(): Promise<void> {
    await Promise.resolve()
    while (wanted.size > 0) {
      const ids = [...wanted]
      wanted.clear()
      try {
        const facts = await read(ids)
        set(ids.map((id, index) => [id, facts[index]]))
      } catch {
        // Its place stays empty, or as it was; a notice already says that the device is failing.
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

  return {
    get: (id) => known.get(id),
    has: (id) => known.has(id),
    isShown: (id) => listeners.has(id),
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
    want,
    set,
    outdate(ids = known.keys()) {
      const outdated = [...ids]
      for (const id of outdated) stale.add(id)
      void want(outdated.filter((id) => listeners.has(id)))
    },
  }
}
