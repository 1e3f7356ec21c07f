import type { TextSimilarity } from '../../../../text/similarity.ts'

/** What ties a document to another that says nearly the same. */
export interface DuplicateLink {
  readonly doc: number
  /** How much of this document stands in the other, from 0 to 1. */
  readonly share: number
  /** The figure of the pair, the same from both sides: see `TextSimilarity`. */
  readonly similarity: number
  /** False where both are the sketches' estimates, see `Candidate`. */
  readonly isExact: boolean
}

/** Which documents say nearly the same, as pairs and as groups. */
export interface DuplicateLinks {
  link(one: number, other: number, measured: TextSimilarity, isExact: boolean): void
  /** Takes a document out of its group; what was tied only through it falls apart. */
  unlink(doc: number): void
  /** Nearest first. */
  of(doc: number): readonly DuplicateLink[]
  /** All that are tied to it, directly or through others, itself included, in rising order: the first stands for all. */
  group(doc: number): readonly number[]
  /** How many documents have a near-duplicate. */
  readonly size: number
  /** Plain data for {@link createDuplicateLinks}. */
  dump(): StoredLinks
}

/** Links one after another: two documents each, and three figures. */
export interface StoredLinks {
  readonly docs: Uint32Array<ArrayBuffer>
  /** The share of the first, that of the second, and their similarity. */
  readonly figures: Float64Array<ArrayBuffer>
  readonly exact: Uint8Array<ArrayBuffer>
}

/** @param stored what was dumped before */
export function createDuplicateLinks(stored?: StoredLinks): DuplicateLinks {
  const links = new Map<number, Map<number, DuplicateLink>>()
  /** Asked for by each row of a list, and long to find where hundreds are alike. */
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
    get size() {
      return links.size
    },
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
      const all = [...(links.get(doc)?.values() ?? [])]
      return all.sort((a, b) => b.similarity - a.similarity || a.doc - b.doc)
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
      // A set hands out what is added to it on the way.
      for (const member of group) for (const other of links.get(member)?.keys() ?? []) group.add(other)
      const members = [...group].sort((a, b) => a - b)
      for (const member of members) groups.set(member, members)
      return members
    },
  }
}
