import type { TextSimilarity } from '../../../../text/similarity.ts'

/** A link from a document to a near-duplicate. */
export interface DuplicateLink {
  readonly doc: number
  /** The share of this document that the other contains, from 0 to 1. */
  readonly share: number
  /** The similarity of the pair, the same in both directions, see `TextSimilarity`. */
  readonly similarity: number
  /** False if both figures are estimates from the sketches, see `Candidate`. */
  readonly isExact: boolean
}

/** Pairs and groups of near-duplicates. */
export interface DuplicateLinks {
  link(one: number, other: number, measured: TextSimilarity, isExact: boolean): void
  /** Removes a document with its links. Documents linked only through it are then in separate groups. */
  unlink(doc: number): void
  /** Most similar first. */
  of(doc: number): readonly DuplicateLink[]
  /** All documents linked to it, even through others, with itself. Ascending: the first identifies the group. */
  group(doc: number): readonly number[]
  /** Plain data for {@link createDuplicateLinks}. */
  dump(): StoredLinks
}

/** All links, with two documents and three figures each. */
export interface StoredLinks {
  readonly docs: Uint32Array<ArrayBuffer>
  /** The share of the first document, that of the second, and their similarity. */
  readonly figures: Float64Array<ArrayBuffer>
  readonly exact: Uint8Array<ArrayBuffer>
}

const none: readonly DuplicateLink[] = []

/** @param stored an earlier dump */
export function createDuplicateLinks(stored?: StoredLinks): DuplicateLinks {
  const links = new Map<number, Map<number, DuplicateLink>>()
  /** Cached, because every row of a list needs it and large groups take long to collect. */
  const groups = new Map<number, readonly number[]>()

  function put(from: number, link: DuplicateLink) {
    const others = links.get(from)
    if (others) others.set(link.doc, link)
    else links.set(from, new Map([[link.doc, link]]))
  }

  function tie(
    one: number,
    other: number,
    { ofOne, ofOther, similarity }: TextSimilarity,
    isExact: boolean,
  ): void {
    put(one, { doc: other, share: ofOne, similarity, isExact })
    put(other, { doc: one, share: ofOther, similarity, isExact })
  }

  if (stored) {
    const { docs, figures, exact } = stored
    for (const [at, isExact] of exact.entries()) {
      const [one = 0, other = 0] = docs.subarray(at * 2)
      const [ofOne = 0, ofOther = 0, similarity = 0] = figures.subarray(at * 3)
      tie(one, other, { ofOne, ofOther, similarity }, isExact === 1)
    }
  }

  return {
    link(one, other, similarity, isExact) {
      groups.clear()
      tie(one, other, similarity, isExact)
    },
    unlink(doc) {
      if (links.has(doc)) groups.clear()
      for (const other of links.get(doc)?.keys() ?? []) {
        const others = links.get(other)
        others?.delete(doc)
        if (others?.size === 0) links.delete(other)
      }
      links.delete(doc)
    },
    of(doc) {
      const others = links.get(doc)
      // Asked of every article of the library, of which few have any.
      if (!others) return none
      return [...others.values()].sort((a, b) => b.similarity - a.similarity || a.doc - b.doc)
    },
    dump() {
      const pairs = [...links].flatMap(([one, others]) =>
        [...others.values()].filter(({ doc }) => doc > one).map((link) => [one, link] as const),
      )
      return {
        docs: Uint32Array.from(pairs.flatMap(([one, { doc }]) => [one, doc])),
        figures: Float64Array.from(
          pairs.flatMap(([one, { doc, share, similarity }]) => [
            share,
            links.get(doc)?.get(one)?.share ?? share,
            similarity,
          ]),
        ),
        exact: Uint8Array.from(pairs, ([, { isExact }]) => (isExact ? 1 : 0)),
      }
    },
    group(doc) {
      const known = groups.get(doc)
      if (known) return known
      const group = new Set([doc])
      // Iterating a set includes elements added during the iteration.
      for (const member of group) for (const other of links.get(member)?.keys() ?? []) group.add(other)
      const members = [...group].sort((a, b) => a - b)
      for (const member of members) groups.set(member, members)
      return members
    },
  }
}
