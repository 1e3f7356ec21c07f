/**
 * The index of some documents side by side, never changed once made: the sorted terms, and for each term where it
 * stands. Plain data, so that it can be cloned and stored. Documents are numbered from 0 within a segment.
 */
export interface Segment {
  /** The slot of the first document. */
  readonly base: number
  /** How many slots it covers, those of removed documents among them. */
  readonly size: number
  /** All terms one after another: a string each would take four times the memory. */
  readonly terms: string
  readonly termEnds: Uint32Array<ArrayBuffer>
  /**
   * For each term its documents: the distance from the one before times 4, plus 1 where it stands in the title, plus
   * 2 where it stands more than once, which is when the count follows.
   */
  readonly docs: Uint8Array<ArrayBuffer>
  readonly docEnds: Uint32Array<ArrayBuffer>
  /** For each term, document by document, its places: the first as it is, then the distances. */
  readonly places: Uint8Array<ArrayBuffer>
  readonly placeEnds: Uint32Array<ArrayBuffer>
  /** For each document the place where its title has ended. */
  readonly titleEnds: Uint32Array<ArrayBuffer>
}

export const termCount = (segment: Segment): number => segment.termEnds.length

export const termAt = ({ terms, termEnds }: Segment, index: number): string =>
  terms.slice(startOf(termEnds, index), termEnds[index])

export const termLength = ({ termEnds }: Segment, index: number): number =>
  (termEnds[index] ?? 0) - startOf(termEnds, index)

/** Where the list of a term begins, given where each list ends. */
export const startOf = (ends: Uint32Array, index: number): number =>
  index === 0 ? 0 : (ends[index - 1] ?? 0)

/** The terms that begin with `prefix`, or are it, as a range of their numbers. */
export function termRange(
  segment: Segment,
  prefix: string,
  whole: boolean,
): readonly [from: number, to: number] {
  const from = firstTerm(segment, prefix, 0)
  if (!whole) return [from, firstTerm(segment, prefix, 1)]
  const found = from < termCount(segment) && termAt(segment, from) === prefix
  return [from, found ? from + 1 : from]
}

/** The number of the first term of which the beginning compares with `prefix` as at least `least` (0: equal, 1: past it). */
function firstTerm(segment: Segment, prefix: string, least: 0 | 1): number {
  let low = 0
  let high = termCount(segment)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareBeginning(segment, middle, prefix) >= least) high = middle
    else low = middle + 1
  }
  return low
}

function compareBeginning({ terms, termEnds }: Segment, index: number, prefix: string): number {
  const start = startOf(termEnds, index)
  const length = (termEnds[index] ?? 0) - start
  for (let i = 0; i < prefix.length; i += 1) {
    if (i >= length) return -1
    const difference = terms.charCodeAt(start + i) - prefix.charCodeAt(i)
    if (difference !== 0) return difference
  }
  return 0
}
