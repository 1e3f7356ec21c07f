import { ByteWriter } from './byte-writer.ts'
import { beginningWeight, hitWeight, wholeWeight } from './postings.ts'
import { prefixTerm, type Segment } from './segment.ts'

/** Writes a segment term by term, in their order, and each term's documents in theirs. */
export interface SegmentWriter {
  /** For the positions in the documents of the current term. */
  readonly positions: ByteWriter
  begin(term: string): void
  /** @param doc its number in the segment */
  add(doc: number, count: number, inTitle: boolean): void
  /** A term without documents is left out. */
  end(): void
  finish(titleEnds: Uint32Array<ArrayBuffer>): Segment
}

/** @param bytes how many to make room for */
export function createSegmentWriter(
  { base, size }: Pick<Segment, 'base' | 'size'>,
  bytes: { docs: number; positions: number },
): SegmentWriter {
  const docs = new ByteWriter(bytes.docs)
  const positions = new ByteWriter(bytes.positions)
  const terms: string[] = []
  const docEnds: number[] = []
  const positionEnds: number[] = []
  const letters = createLetterWeights(size)
  let term = ''
  let lastDoc = 0
  let begunAt = 0

  function begin(text: string): void {
    term = text
    lastDoc = 0
    begunAt = docs.length
  }

  function write(doc: number, count: number, inTitle: boolean): void {
    docs.number((doc - lastDoc) * 4 + (inTitle ? 1 : 0) + (count > 1 ? 2 : 0))
    if (count > 1) docs.number(count)
    lastDoc = doc
  }

  function end(): void {
    if (docs.length === begunAt) return
    terms.push(term)
    docEnds.push(docs.length)
    positionEnds.push(positions.length)
  }

  return {
    positions,
    begin(text) {
      begin(text)
      letters.begin(text)
    },
    add(doc, count, inTitle) {
      write(doc, count, inTitle)
      letters.add(doc, count, inTitle)
    },
    end,
    finish(titleEnds) {
      for (const { letter, weights } of letters.finish()) {
        begin(prefixTerm(letter))
        for (const [doc, weight] of weights.entries()) if (weight > 0) write(doc, weight, false)
        end()
      }
      let termEnd = 0
      return {
        base,
        size,
        terms: terms.join(''),
        termEnds: Uint32Array.from(terms, ({ length }) => (termEnd += length)),
        docs: docs.finish(),
        docEnds: Uint32Array.from(docEnds),
        places: positions.finish(),
        placeEnds: Uint32Array.from(positionEnds),
        titleEnds,
      }
    },
  }
}

/**
 * A first letter that fewer terms share gets no list of its own: weighing them one by one is as quick. Nor do the
 * characters of scripts without spaces, which are terms themselves.
 */
const fewestTerms = 64

interface LetterWeights {
  readonly letter: string
  /** By document; 0 if it has no such term. */
  readonly weights: Uint32Array
}

/** Adds up what each document weighs in a search for the first letter of the terms. */
function createLetterWeights(size: number) {
  const finished: LetterWeights[] = []
  const weights = new Uint32Array(size)
  let letter = ''
  let termCount = 0
  let worth = 0

  function endLetter(): void {
    if (termCount >= fewestTerms) finished.push({ letter, weights: weights.slice() })
    weights.fill(0)
    termCount = 0
  }

  return {
    begin(term: string): void {
      worth = term.length === 1 ? wholeWeight : beginningWeight
      if (term[0] !== letter) endLetter()
      letter = term[0] ?? ''
      termCount += 1
    },
    add(doc: number, count: number, inTitle: boolean): void {
      weights[doc] = weights[doc]! + hitWeight(worth, count, inTitle)
    },
    finish(): readonly LetterWeights[] {
      endLetter()
      return finished
    },
  }
}
