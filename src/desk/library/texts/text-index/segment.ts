/**
 * An index of documents in adjacent slots: the sorted terms, with the positions of each. Plain data, so that it can be
 * cloned and stored; immutable, but a restored one is without its lists, which are filled in as they are needed (see
 * `segment-pieces.ts`). Documents are numbered from 0 within a segment.
 */
export interface Segment {
  /** The slot of the first document. */
  readonly base: number
  /** Number of slots it covers, including those of removed documents. */
  readonly size: number
  /**
   * All terms, concatenated: separate strings would take four times the memory. The last ones are first letters, see
   * `prefixTerm`.
   */
  readonly terms: string
  readonly termEnds: Uint32Array<ArrayBuffer>
  /**
   * The documents of each term, as the distance from the previous one times 4, plus 1 if the term is in the title, plus
   * 2 if it occurs more than once; in that case the count follows.
   */
  docs: Uint8Array<ArrayBuffer>
  readonly docEnds: Uint32Array<ArrayBuffer>
  /**
   * The positions of each term, by document: the first as is, the others as distances. More than half of the segment,
   * but only phrases and merging need them. Stored under this name.
   */
  places: Uint8Array<ArrayBuffer>
  readonly placeEnds: Uint32Array<ArrayBuffer>
  /** The position after the title of each document. */
  readonly titleEnds: Uint32Array<ArrayBuffer>
}

/**
 * The term that stands for all terms with this first letter: its counts are what they weigh together, and it has no
 * positions. A single letter, with which every search begins, would otherwise visit a tenth of all words of the library.
 * No text has this character, and it sorts last.
 */
export const prefixTerm = (letter: string): string => `\uFFFF${letter}`

export const isPrefixTerm = (term: string): boolean => term.startsWith('\uFFFF')

export const termCount = (segment: Segment): number => segment.termEnds.length

export const termAt = ({ terms, termEnds }: Segment, index: number): string =>
  terms.slice(startOf(termEnds, index), termEnds[index])

export const termLength = ({ termEnds }: Segment, index: number): number =>
  (termEnds[index] ?? 0) - startOf(termEnds, index)

/** The start of a term's list, given the ends of all lists. */
export const startOf = (ends: Uint32Array, index: number): number =>
  index === 0 ? 0 : (ends[index - 1] ?? 0)

/** The range of term numbers that start with `prefix`, or equal it if `whole`. */
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

/** The number of the first term whose start compares with `prefix` as at least `least` (0: equal, 1: greater). */
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
