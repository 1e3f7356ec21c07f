import { ByteWriter } from './byte-writer.ts'
import { readNumber, skipNumbers } from './postings.ts'
import { type Segment, startOf, termAt, termCount } from './segment.ts'

const termsAtOnce = 500

interface Source {
  readonly segment: Segment
  next: number
  term: string | undefined
}

/**
 * Merges adjacent segments into one. Yields after some terms, so that a search need not wait. Documents whose slot is
 * not taken leave only their empty slot.
 */
export function* mergeSegments(
  segments: readonly Segment[],
  isTaken: (slot: number) => boolean,
): Generator<undefined, Segment> {
  const base = segments[0]?.base ?? 0
  const sources = segments.map((segment): Source => ({ segment, next: 0, term: termOf(segment, 0) }))
  const docs = new ByteWriter(segments.reduce((sum, { docs }) => sum + docs.length, 0))
  const positions = new ByteWriter(segments.reduce((sum, { places }) => sum + places.length, 0))
  const terms: string[] = []
  const docEnds: number[] = []
  const positionEnds: number[] = []
  for (;;) {
    const term = leastTerm(sources)
    if (term === undefined) break
    let lastDoc = base
    const before = docs.length
    for (const source of sources) {
      if (source.term !== term) continue
      lastDoc = copyTerm(source, lastDoc, isTaken, docs, positions)
      source.next += 1
      source.term = termOf(source.segment, source.next)
    }
    if (docs.length === before) continue
    terms.push(term)
    docEnds.push(docs.length)
    positionEnds.push(positions.length)
    if (terms.length % termsAtOnce === 0) yield undefined
  }
  let termEnd = 0
  return {
    base,
    size: segments.reduce((sum, { size }) => sum + size, 0),
    terms: terms.join(''),
    termEnds: Uint32Array.from(terms, ({ length }) => (termEnd += length)),
    docs: docs.finish(),
    docEnds: Uint32Array.from(docEnds),
    places: positions.finish(),
    placeEnds: Uint32Array.from(positionEnds),
    titleEnds: Uint32Array.from(segments.flatMap(({ titleEnds }) => [...titleEnds])),
  }
}

const termOf = (segment: Segment, index: number): string | undefined =>
  index < termCount(segment) ? termAt(segment, index) : undefined

function leastTerm(sources: readonly Source[]): string | undefined {
  let least: string | undefined
  for (const { term } of sources)
    if (term !== undefined && (least === undefined || term < least)) least = term
  return least
}

/** @returns the slot of the last document written */
function copyTerm(
  { segment, next: term }: Source,
  lastDoc: number,
  isTaken: (slot: number) => boolean,
  docs: ByteWriter,
  positions: ByteWriter,
): number {
  const docReader = { bytes: segment.docs, at: startOf(segment.docEnds, term) }
  const positionReader = { bytes: segment.places, at: startOf(segment.placeEnds, term) }
  const end = segment.docEnds[term] ?? 0
  let last = lastDoc
  // Distances within a text don't change, so their bytes are copied.
  let copyFrom = positionReader.at
  for (let slot = segment.base; docReader.at < end;) {
    const head = readNumber(docReader)
    slot += head >>> 2
    const count = (head & 2) === 0 ? 1 : readNumber(docReader)
    const start = positionReader.at
    skipNumbers(positionReader, count)
    if (!isTaken(slot)) {
      positions.copy(segment.places, copyFrom, start)
      copyFrom = positionReader.at
      continue
    }
    docs.number((slot - last) * 4 + (head & 3))
    if (count > 1) docs.number(count)
    last = slot
  }
  positions.copy(segment.places, copyFrom, positionReader.at)
  return last
}
