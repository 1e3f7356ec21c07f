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
}

export function createDuplicateLinks(): DuplicateLinks {
  const links = new Map<number, Map<number, DuplicateLink>>()
  /** Asked for by each row of a list, and long to find where hundreds are alike. */
  const groups = new Map<number, readonly number[]>()

  function put(from: number, link: DuplicateLink) {
    const others = links.get(from)
    if (others) others.set(link.doc, link)
    else links.set(from, new Map([[link.doc, link]]))
  }

  return {
    get size() {
      return links.size
    },
    link(one, other, { ofOne, ofOther, similarity }, isExact) {
      groups.clear()
      put(one, { doc: other, share: ofOne, similarity, isExact })
      put(other, { doc: one, share: ofOther, similarity, isExact })
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
