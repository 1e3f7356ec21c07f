import type { ArticleId } from '../../contract/ids.ts'

/**
 * One kind of fact about articles, as a page knows it. All that is asked for within a turn is read at once, since a
 * screen of rows asks for each by itself; what has become stale is shown until it has been read again.
 */
export interface FactCache<Fact> {
  /** Undefined until it has been read, and where there is no such article. */
  get(id: ArticleId): Fact | undefined
  has(id: ArticleId): boolean
  isShown(id: ArticleId): boolean
  /** Reads it where it is not known, and calls back when it is another. */
  subscribe(id: ArticleId, listener: () => void): () => void
  /** Resolves once all of them are known, or can't be. */
  want(ids: Iterable<ArticleId>): Promise<void>
  set(facts: readonly (readonly [ArticleId, Fact | undefined])[]): void
  /** What is shown is read again at once, the rest when it is wanted. Without ids, everything. */
  outdate(ids?: Iterable<ArticleId>): void
}

export interface FactCacheOptions<Fact> {
  /** The facts in the order of the ids. */
  readonly read: (ids: readonly ArticleId[]) => Promise<readonly (Fact | undefined)[]>
  readonly isSame?: (one: Fact | undefined, other: Fact | undefined) => boolean
  /** Beyond that, facts are forgotten where nobody looks at them: a library of 100,000 is read through in a day. */
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
