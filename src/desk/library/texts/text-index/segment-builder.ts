import { scanTokens } from './tokens.ts'
import type { Segment } from './segment.ts'
import { createSegmentWriter } from './segment-writer.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

export interface SegmentBuilder {
  readonly size: number
  /** Whether it should be sealed. Sealing sorts everything in one go, which must stay short. */
  readonly isFull: boolean
  /**
   * @param folded an article as returned by `searchableText`
   * @returns the number of tokens
   */
  add(folded: string): number
  seal(base: number): Segment
}

const fullSize = 500
const fullTokens = 1_000_000

interface Occurrences {
  /** The term and position of each occurrence, by document. */
  readonly terms: Uint32Array
  readonly positions: Uint32Array
  readonly docEnds: readonly number[]
}

export function createSegmentBuilder(): SegmentBuilder {
  const vocabulary = createVocabulary()
  let terms = new Uint32Array(1 << 14)
  let positions = new Uint32Array(1 << 14)
  let count = 0
  const docEnds: number[] = []
  const titleEnds: number[] = []

  return {
    get size() {
      return docEnds.length
    },
    get isFull() {
      return docEnds.length >= fullSize || count >= fullTokens
    },
    add(folded) {
      const first = count
      const titleLength = folded.indexOf('\0')
      let titleEnd = 0
      scanTokens(folded, (start, end, hash, position) => {
        if (count === terms.length) {
          terms = doubled(terms)
          positions = doubled(positions)
        }
        terms[count] = vocabulary.intern(folded, start, end, hash)
        positions[count] = position
        count += 1
        if (start < titleLength) titleEnd = position + 1
      })
      docEnds.push(count)
      titleEnds.push(titleEnd)
      return count - first
    },
    seal: (base) => seal(base, vocabulary, { terms, positions, docEnds }, titleEnds),
  }
}

function doubled(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(numbers.length * 2)
  wider.set(numbers)
  return wider
}

function seal(
  base: number,
  { terms }: Vocabulary,
  occurrences: Occurrences,
  titleEnds: readonly number[],
): Segment {
  const order = Uint32Array.from(terms.keys()).sort((a, b) => ((terms[a] ?? '') < (terms[b] ?? '') ? -1 : 1))
  const { docs: docOf, positions: positionOf, ends } = byTerm(occurrences, terms.length)
  const total = positionOf.length
  const writer = createSegmentWriter(
    { base, size: titleEnds.length },
    { docs: total, positions: total + (total >>> 1) },
  )
  const { positions } = writer
  for (const term of order) {
    writer.begin(terms[term] ?? '')
    const end = ends[term] ?? 0
    for (let at = term === 0 ? 0 : (ends[term - 1] ?? 0); at < end;) {
      const doc = docOf[at] ?? 0
      const first = at
      let position = positionOf[at] ?? 0
      const inTitle = position < (titleEnds[doc] ?? 0)
      positions.number(position)
      for (at += 1; at < end && docOf[at] === doc; at += 1) {
        const next = positionOf[at] ?? 0
        positions.number(next - position)
        position = next
      }
      writer.add(doc, at - first, inTitle)
    }
    writer.end()
  }
  return writer.finish(Uint32Array.from(titleEnds))
}

/** Sorts the occurrences by term, then by position, with a counting sort in two passes. */
function byTerm({ terms, positions, docEnds }: Occurrences, termCount: number) {
  const total = docEnds.at(-1) ?? 0
  const next = new Uint32Array(termCount)
  for (let at = 0; at < total; at += 1) next[terms[at] ?? 0] = (next[terms[at] ?? 0] ?? 0) + 1
  let sum = 0
  for (let term = 0; term < termCount; term += 1) {
    const count = next[term] ?? 0
    next[term] = sum
    sum += count
  }
  const sorted = { docs: new Uint32Array(total), positions: new Uint32Array(total), ends: next }
  let at = 0
  for (const [doc, end] of docEnds.entries()) {
    for (; at < end; at += 1) {
      const term = terms[at] ?? 0
      const to = next[term] ?? 0
      next[term] = to + 1
      sorted.docs[to] = doc
      sorted.positions[to] = positions[at] ?? 0
    }
  }
  // Each number in `next` is now the end of its term's list.
  return sorted
}
