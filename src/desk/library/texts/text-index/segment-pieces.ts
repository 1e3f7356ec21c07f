import { prefixTerm, type Segment, startOf, termRange } from './segment.ts'
import { listsOf, type TokenPattern } from './weigh-pattern.ts'

/**
 * Length of a piece. The lists of a search's terms are then a few pieces of each segment, and browsers read these in a
 * quarter of the time of all. Chromium keeps larger values than 64 KiB in files: smaller ones would fill its log.
 */
const pieceBytes = 2 ** 17

/** Numbered from 0 within its segment: the pieces of `docs`, then those of `places`. */
export interface Piece {
  readonly part: Segment
  readonly number: number
}

/** For a snapshot that is read piece by piece: the segment without its lists, and views of their bytes. */
export function splitSegment(segment: Segment): { first: Segment; pieces: Uint8Array<ArrayBuffer>[] } {
  const { docs, places } = segment
  return {
    first: { ...segment, docs: new Uint8Array(), places: new Uint8Array() },
    pieces: [docs, places].flatMap((list) =>
      Array.from({ length: countOf(list.length) }, (_, number) =>
        list.subarray(number * pieceBytes, (number + 1) * pieceBytes),
      ),
    ),
  }
}

/** The pieces of restored segments that have not been filled in. */
export interface MissingPieces {
  readonly areNone: boolean
  all(): Piece[]
  /** Those with the lists of any of these patterns, and if there is a next letter, of longer ones and first letters. */
  of(patterns: readonly (readonly TokenPattern[])[], orNext: boolean): Piece[]
  fill(piece: Piece, bytes: Uint8Array): void
}

/** Makes room for the lists of segments that were stored without them. */
export function createMissingPieces(segments: readonly Segment[]): MissingPieces {
  const missing = new Map<Segment, Set<number>>()
  for (const segment of segments) {
    const [docs, places] = [segment.docEnds.at(-1) ?? 0, segment.placeEnds.at(-1) ?? 0]
    if (segment.docs.length === docs && segment.places.length === places) continue
    segment.docs = new Uint8Array(docs)
    segment.places = new Uint8Array(places)
    missing.set(
      segment,
      new Set(Array.from({ length: countOf(docs) + countOf(places) }, (_, number) => number)),
    )
  }

  const toPieces = (part: Segment, numbers: Iterable<number>): Piece[] =>
    Array.from(numbers, (number) => ({ part, number }))

  return {
    get areNone() {
      return missing.size === 0
    },
    all: () => [...missing].flatMap(([segment, numbers]) => toPieces(segment, numbers)),
    of: (patterns, orNext) =>
      [...missing].flatMap(([segment, numbers]) => {
        const all = orNext ? [...patterns, firstLetters] : patterns
        const wanted = new Set(all.flatMap((pattern) => piecesOf(segment, pattern, orNext)))
        return toPieces(segment, wanted).filter(({ number }) => numbers.has(number))
      }),
    fill({ part, number }, bytes) {
      const numbers = missing.get(part)
      if (!numbers?.delete(number)) return
      const before = countOf(part.docs.length)
      if (number < before) part.docs.set(bytes, number * pieceBytes)
      else part.places.set(bytes, (number - before) * pieceBytes)
      if (numbers.size === 0) missing.delete(part)
    },
  }
}

/** The lists of all first letters. */
const firstLetters: readonly TokenPattern[] = [{ text: prefixTerm(''), whole: false, directly: false }]

const countOf = (length: number): number => Math.ceil(length / pieceBytes)

/** The numbers of the pieces that weighing a pattern reads. */
function piecesOf(segment: Segment, pattern: readonly TokenPattern[], orNext: boolean): number[] {
  const [first] = pattern
  const ranges =
    first && pattern.length === 1 && !orNext
      ? [listsOf(segment, first)]
      : pattern.map(({ text, whole }) => termRange(segment, text, whole))
  if (ranges.some(([from, to]) => from === to)) return []
  const { docs, docEnds, placeEnds } = segment
  return ranges.flatMap(([from, to]) => [
    ...piecesBetween(startOf(docEnds, from), docEnds[to - 1] ?? 0, 0),
    // Only the words of a row have to be next to each other.
    ...(ranges.length > 1
      ? piecesBetween(startOf(placeEnds, from), placeEnds[to - 1] ?? 0, countOf(docs.length))
      : []),
  ])
}

/** @param before how many pieces come before those of this list */
function piecesBetween(start: number, end: number, before: number): number[] {
  const first = Math.floor(start / pieceBytes)
  return Array.from({ length: countOf(end) - first }, (_, index) => before + first + index)
}
