import { type Segment, startOf } from './segment.ts'

/** Extra weight for a term that occurs in the title, in occurrences. */
const titleWorth = 3
const maxWeight = 0xffff

/** Weights of hits: whole words count twice as much as prefixes. */
export const wholeWeight = 2
export const beginningWeight = 1

export function addWeight(weights: Uint16Array, slot: number, weight: number): void {
  const sum = (weights[slot] ?? 0) + weight
  weights[slot] = sum > maxWeight ? maxWeight : sum
}

export const hitWeight = (worth: number, count: number, inTitle: boolean): number =>
  worth * (count + (inTitle ? titleWorth : 0))

/** Adds a term's weight in each document of a segment to `weights`, by slot. */
export function weighTerm(segment: Segment, term: number, worth: number, weights: Uint16Array): void {
  const { base, docs } = segment
  const end = segment.docEnds[term] ?? 0
  let doc = 0
  // The innermost loop of a keystroke: a single letter visits a tenth of all words of the library. So it calls nothing:
  // after a reload the browser hasn't optimized any of this yet.
  for (let at = startOf(segment.docEnds, term); at < end;) {
    let byte = docs[at++] ?? 0
    let head = byte & 127
    for (let shift = 7; byte > 127; shift += 7) head |= ((byte = docs[at++] ?? 0) & 127) << shift
    doc += head >>> 2
    let count = 1
    if ((head & 2) !== 0) {
      byte = docs[at++] ?? 0
      count = byte & 127
      for (let shift = 7; byte > 127; shift += 7) count |= ((byte = docs[at++] ?? 0) & 127) << shift
    }
    const sum = weights[base + doc]! + worth * (count + (head & 1) * titleWorth)
    weights[base + doc] = sum > maxWeight ? maxWeight : sum
  }
}

/** Calls `visit` for each document of a term, in order, with its number in the segment and the term's count. */
export function eachDocument(
  segment: Segment,
  term: number,
  visit: (doc: number, count: number, inTitle: boolean) => void,
): void {
  const reader = { bytes: segment.docs, at: startOf(segment.docEnds, term) }
  const end = segment.docEnds[term] ?? 0
  for (let doc = 0; reader.at < end;) {
    const head = readNumber(reader)
    doc += head >>> 2
    visit(doc, (head & 2) === 0 ? 1 : readNumber(reader), (head & 1) !== 0)
  }
}

/**
 * Calls `visit` for each wanted document of a term with the term's positions: the first `count` numbers of `positions`,
 * which the next call overwrites.
 */
export function eachWithPositions(
  segment: Segment,
  term: number,
  isWanted: (doc: number) => boolean,
  visit: (doc: number, positions: Uint32Array, count: number) => void,
): void {
  const bytes = segment.places
  let at = startOf(segment.placeEnds, term)
  eachDocument(segment, term, (doc, count) => {
    if (!isWanted(doc)) {
      for (let left = count; left > 0;) if ((bytes[at++] ?? 0) < 128) left -= 1
      return
    }
    if (scratch.length < count) scratch = new Uint32Array(count * 2)
    let position = 0
    for (let i = 0; i < count; i += 1) {
      let byte = bytes[at++] ?? 0
      let distance = byte & 127
      for (let shift = 7; byte > 127; shift += 7) distance |= ((byte = bytes[at++] ?? 0) & 127) << shift
      position += distance
      scratch[i] = position
    }
    visit(doc, scratch, count)
  })
}

let scratch = new Uint32Array(1024)

export interface Reader {
  readonly bytes: Uint8Array
  at: number
}

export function readNumber(reader: Reader): number {
  let byte = reader.bytes[reader.at++] ?? 0
  let value = byte & 127
  for (let shift = 7; byte > 127; shift += 7) {
    byte = reader.bytes[reader.at++] ?? 0
    value |= (byte & 127) << shift
  }
  return value >>> 0
}

export function skipNumbers(reader: Reader, count: number): void {
  for (let left = count; left > 0;) if ((reader.bytes[reader.at++] ?? 0) < 128) left -= 1
}
