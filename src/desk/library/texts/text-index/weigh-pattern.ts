import type { SearchTerm } from '../search.ts'
import { follows, tokensOf } from './tokens.ts'
import {
  addWeight,
  beginningWeight,
  eachDocument,
  eachWithPositions,
  hitWeight,
  weighTerm,
  wholeWeight,
} from './postings.ts'
import { prefixTerm, type Segment, termLength, termRange } from './segment.ts'

/** A condition on one token of a text, as part of a term of a query. */
export interface TokenPattern {
  readonly text: string
  /** False if the token may be longer, because the last word is still being typed. */
  readonly whole: boolean
  /** Whether it must follow the previous token without a gap. */
  readonly directly: boolean
}

/** The sequence of tokens that matches a term: usually one. All but the last are whole. */
export function patternOf({ words, whole }: SearchTerm): TokenPattern[] {
  const pattern = words.flatMap((word) =>
    tokensOf(word).map((text, index): TokenPattern => ({ text, whole: true, directly: index > 0 })),
  )
  const last = pattern.pop()
  return last ? [...pattern, { ...last, whole }] : []
}

/** Adds the weight of a pattern in each document of a segment to `weights`, by slot. */
export function weighPattern(segment: Segment, pattern: readonly TokenPattern[], weights: Uint16Array): void {
  const [first] = pattern
  if (!first) return
  if (pattern.length > 1) return weighRow(segment, pattern, weights)
  const [from, to] = listsOf(segment, first)
  for (let term = from; term < to; term += 1) weighTerm(segment, term, worthOf(segment, term, first), weights)
}

/** The terms whose lists have all documents of a single token: one if it is a first letter that has its own. */
export function listsOf(segment: Segment, { text, whole }: TokenPattern): TermRange {
  const [letter, end] =
    !whole && text.length === 1 ? termRange(segment, prefixTerm(text), true) : ([0, 0] as const)
  return letter < end ? [letter, end] : termRange(segment, text, whole)
}

const worthOf = (segment: Segment, term: number, { text }: TokenPattern): number =>
  termLength(segment, term) === text.length ? wholeWeight : beginningWeight

/** Per document, the positions of the last token of the sequences matched so far. */
interface Reached {
  readonly starts: Uint32Array
  readonly counts: Uint32Array
  readonly positions: number[]
}

type TermRange = readonly [from: number, to: number]

function weighRow(segment: Segment, pattern: readonly TokenPattern[], weights: Uint16Array): void {
  const ranges = pattern.map(({ text, whole }) => termRange(segment, text, whole))
  if (ranges.some(([from, to]) => from === to)) return
  const isWanted = holdingAll(segment, ranges)
  if (!isWanted) return
  let reached = noDocuments(segment)
  for (const [index, range] of ranges.slice(0, -1).entries()) {
    const next = noDocuments(segment)
    const before = index === 0 ? undefined : reached
    // All but the last token are whole, so the range is a single term and each document comes once.
    eachWithPositions(segment, range[0], isWanted, (doc, positions, count) => {
      next.starts[doc] = next.positions.length
      keepFollowing(before, doc, positions, count, pattern[index]?.directly ?? false, next.positions)
      next.counts[doc] = next.positions.length - (next.starts[doc] ?? 0)
    })
    reached = next
  }
  const last = pattern.at(-1)
  const [from, to] = ranges.at(-1) ?? [0, 0]
  if (!last) return
  const found: number[] = []
  for (let term = from; term < to; term += 1) {
    eachWithPositions(segment, term, isWanted, (doc, positions, count) => {
      found.length = 0
      keepFollowing(reached, doc, positions, count, last.directly, found)
      if (found.length === 0) return
      const inTitle = (found[0] ?? 0) < (segment.titleEnds[doc] ?? 0)
      const weight = hitWeight(worthOf(segment, term, last), found.length, inTitle)
      addWeight(weights, segment.base + doc, weight)
    })
  }
}

/** Returns a test for documents that contain all tokens in any order; undefined if there are none. */
function holdingAll(segment: Segment, ranges: readonly TermRange[]): ((doc: number) => boolean) | undefined {
  const held = new Uint32Array(segment.size)
  for (const [index, [from, to]] of ranges.entries()) {
    let isHeld = false
    for (let term = from; term < to; term += 1) {
      eachDocument(segment, term, (doc) => {
        if (held[doc] !== index) return
        held[doc] = index + 1
        isHeld = true
      })
    }
    if (!isHeld) return undefined
  }
  return (doc) => held[doc] === ranges.length
}

const noDocuments = ({ size }: Segment): Reached => ({
  starts: new Uint32Array(size),
  counts: new Uint32Array(size),
  positions: [],
})

/** Merges in one pass, because both lists of positions are in ascending order. */
function keepFollowing(
  before: Reached | undefined,
  doc: number,
  positions: Uint32Array,
  count: number,
  directly: boolean,
  into: number[],
): void {
  let at = before?.starts[doc] ?? 0
  const end = at + (before?.counts[doc] ?? 0)
  for (let i = 0; i < count; i += 1) {
    const position = positions[i] ?? 0
    if (before) {
      while (at < end && ((before.positions[at] ?? 0) >>> 1) + 1 < position >>> 1) at += 1
      if (at === end) return
      if (!follows(position, before.positions[at] ?? 0, directly)) continue
    }
    into.push(position)
  }
}
