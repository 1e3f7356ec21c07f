import type { SearchTerm } from '../search.ts'
import { follows, tokensOf } from './tokens.ts'
import {
  addWeight,
  beginningWeight,
  eachDocument,
  eachWithPlaces,
  hitWeight,
  weighTerm,
  wholeWeight,
} from './postings.ts'
import { type Segment, termLength, termRange } from './segment.ts'

/** What one token of a text must be, for a term of a query to stand there. */
export interface TokenPattern {
  readonly text: string
  /** False where the token may go on: the last word is still being typed. */
  readonly whole: boolean
  /** Whether nothing may stand between it and the token before. */
  readonly directly: boolean
}

/** The tokens that must stand in a row for a term to be found: one, for most of what is typed. All but the last are whole. */
export function patternOf({ words, whole }: SearchTerm): TokenPattern[] {
  const pattern = words.flatMap((word) =>
    tokensOf(word).map((text, index): TokenPattern => ({ text, whole: true, directly: index > 0 })),
  )
  const last = pattern.pop()
  return last ? [...pattern, { ...last, whole }] : []
}

/** Adds to `weights`, by slot, how much a pattern weighs in each document of a segment; where it is not found, nothing. */
export function weighPattern(segment: Segment, pattern: readonly TokenPattern[], weights: Uint16Array): void {
  const [first] = pattern
  if (!first) return
  if (pattern.length > 1) return weighRow(segment, pattern, weights)
  const [from, to] = termRange(segment, first.text, first.whole)
  for (let term = from; term < to; term += 1) weighTerm(segment, term, worthOf(segment, term, first), weights)
}

const worthOf = (segment: Segment, term: number, { text }: TokenPattern): number =>
  termLength(segment, term) === text.length ? wholeWeight : beginningWeight

/** Where in each document the row goes on: the last of the tokens that were found in a row so far. */
interface Reached {
  readonly starts: Uint32Array
  readonly counts: Uint32Array
  readonly places: number[]
}

type Range = readonly [from: number, to: number]

function weighRow(segment: Segment, pattern: readonly TokenPattern[], weights: Uint16Array): void {
  const ranges = pattern.map(({ text, whole }) => termRange(segment, text, whole))
  if (ranges.some(([from, to]) => from === to)) return
  const isWanted = holdingAll(segment, ranges)
  if (!isWanted) return
  let reached = nobody(segment)
  for (const [index, range] of ranges.slice(0, -1).entries()) {
    const next = nobody(segment)
    const before = index === 0 ? undefined : reached
    // All but the last token are whole: the range is of one term, and each document comes once.
    eachWithPlaces(segment, range[0], isWanted, (doc, places, count) => {
      next.starts[doc] = next.places.length
      keepFollowing(before, doc, places, count, pattern[index]?.directly ?? false, next.places)
      next.counts[doc] = next.places.length - (next.starts[doc] ?? 0)
    })
    reached = next
  }
  const last = pattern.at(-1)
  const [from, to] = ranges.at(-1) ?? [0, 0]
  if (!last) return
  const found: number[] = []
  for (let term = from; term < to; term += 1) {
    eachWithPlaces(segment, term, isWanted, (doc, places, count) => {
      found.length = 0
      keepFollowing(reached, doc, places, count, last.directly, found)
      if (found.length === 0) return
      const inTitle = (found[0] ?? 0) < (segment.titleEnds[doc] ?? 0)
      const weight = hitWeight(worthOf(segment, term, last), found.length, inTitle)
      addWeight(weights, segment.base + doc, weight)
    })
  }
}

/** Tells of a document whether all tokens occur in it, in whatever order; undefined where that is so of none. */
function holdingAll(segment: Segment, ranges: readonly Range[]): ((doc: number) => boolean) | undefined {
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

const nobody = ({ size }: Segment): Reached => ({
  starts: new Uint32Array(size),
  counts: new Uint32Array(size),
  places: [],
})

/** Both lists of places go up, so that one walk along them is enough. */
function keepFollowing(
  before: Reached | undefined,
  doc: number,
  places: Uint32Array,
  count: number,
  directly: boolean,
  into: number[],
): void {
  let at = before?.starts[doc] ?? 0
  const end = at + (before?.counts[doc] ?? 0)
  for (let i = 0; i < count; i += 1) {
    const place = places[i] ?? 0
    if (before) {
      while (at < end && ((before.places[at] ?? 0) >>> 1) + 1 < place >>> 1) at += 1
      if (at === end) return
      if (!follows(place, before.places[at] ?? 0, directly)) continue
    }
    into.push(place)
  }
}
