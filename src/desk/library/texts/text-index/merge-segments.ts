import { readNumber, skipNumbers } from './postings.ts'
import { isPrefixTerm, type Segment, startOf, termAt, termCount } from './segment.ts'
import { createSegmentWriter, type SegmentWriter } from './segment-writer.ts'

const termsAtOnce = 500

interface Source {
  readonly segment: Segment
  next: number
  term: string | undefined
}

/**
 * Merges consecutive segments into one. Yields after some terms, so that a search need not wait. Documents whose slot is
 * not taken leave only their empty slot.
 */
export function* mergeSegments(
  segments: readonly Segment[],
  isTaken: (slot: number) => boolean,
): Generator<undefined, Segment> {
  const base = segments[0]?.base ?? 0
  // The segments between them may have been dropped, once all their documents were gone.
  const size = (segments.at(-1)?.base ?? 0) + (segments.at(-1)?.size ?? 0) - base
  const sources = segments.map((segment): Source => ({ segment, next: 0, term: termOf(segment, 0) }))
  const writer = createSegmentWriter(
    { base, size },
    {
      docs: segments.reduce((sum, { docs }) => sum + docs.length, 0),
      positions: segments.reduce((sum, { places }) => sum + places.length, 0),
    },
  )
  let merged = 0
  for (;;) {
    const term = leastTerm(sources)
    if (term === undefined) break
    writer.begin(term)
    for (const source of sources) {
      if (source.term !== term) continue
      copyTerm(source, base, isTaken, writer)
      source.next += 1
      source.term = termOf(source.segment, source.next)
    }
    writer.end()
    merged += 1
    if (merged % termsAtOnce === 0) yield undefined
  }
  const titleEnds = new Uint32Array(size)
  for (const segment of segments) titleEnds.set(segment.titleEnds, segment.base - base)
  return writer.finish(titleEnds)
}

/** The first letters come last, and are added up anew. */
function termOf(segment: Segment, index: number): string | undefined {
  const term = index < termCount(segment) ? termAt(segment, index) : undefined
  return term !== undefined && isPrefixTerm(term) ? undefined : term
}

function leastTerm(sources: readonly Source[]): string | undefined {
  let least: string | undefined
  for (const { term } of sources)
    if (term !== undefined && (least === undefined || term < least)) least = term
  return least
}

function copyTerm(
  { segment, next: term }: Source,
  base: number,
  isTaken: (slot: number) => boolean,
  writer: SegmentWriter,
): void {
  const docReader = { bytes: segment.docs, at: startOf(segment.docEnds, term) }
  const positionReader = { bytes: segment.places, at: startOf(segment.placeEnds, term) }
  const end = segment.docEnds[term] ?? 0
  // Distances within a text don't change, so their bytes are copied.
  let copyFrom = positionReader.at
  for (let slot = segment.base; docReader.at < end;) {
    const head = readNumber(docReader)
    slot += head >>> 2
    const count = (head & 2) === 0 ? 1 : readNumber(docReader)
    const start = positionReader.at
    skipNumbers(positionReader, count)
    if (isTaken(slot)) writer.add(slot - base, count, (head & 1) !== 0)
    else {
      writer.positions.copy(segment.places, copyFrom, start)
      copyFrom = positionReader.at
    }
  }
  writer.positions.copy(segment.places, copyFrom, positionReader.at)
}
