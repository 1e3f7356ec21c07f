import { ByteWriter } from './byte-writer.ts'
import { beginningWeight, hitWeight, wholeWeight } from './postings.ts'
import { prefixTerm, type Segment } from './segment.ts'

/** Writes a segment term by term, in their order, and each term's documents in theirs. */
export interface SegmentWriter {
  readonly termCount: number
  /** For the positions in the documents of the current term. */
  readonly positions: ByteWriter
  begin(term: string): void
  /** @param doc its number in the segment */
  add(doc: number, count: number, inTitle: boolean): void
  /** A term without documents is left out. */
  end(): void
  finish(titleEnds: Uint32Array<ArrayBuffer>): Segment
}

/**
 * A first letter that fewer terms share has no list of its own: weighing them one by one is as quick. Nor do the
 * characters of scripts without spaces, which are terms themselves.
 */
const fewestTerms = 64

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
  /** What the documents weigh in a search for the current first letter, and how many terms it has. */
  const weights = new Uint32Array(size)
  const letter = { text: '', terms: 0 }
  const letters: { text: string; weights: Uint32Array }[] = []
  let term = ''
  let worth = 0
  let lastDoc = 0
  let begunAt = 0

  function write(doc: number, count: number, inTitle: boolean): void {
    docs.number((doc - lastDoc) * 4 + (inTitle ? 1 : 0) + (count > 1 ? 2 : 0))
    if (count > 1) docs.number(count)
    lastDoc = doc
  }

  function begin(text: string): void {
    term = text
    lastDoc = 0
    begunAt = docs.length
  }

  function end(): void {
    if (docs.length === begunAt) return
    terms.push(term)
    docEnds.push(docs.length)
    positionEnds.push(positions.length)
  }

  function endLetter(): void {
    if (letter.terms >= fewestTerms) letters.push({ text: letter.text, weights: weights.slice() })
    if (letter.terms > 0) weights.fill(0)
    letter.terms = 0
  }

  return {
    positions,
    get termCount() {
      return terms.length
    },
    begin(text) {
      begin(text)
      worth = text.length === 1 ? wholeWeight : beginningWeight
      if (text[0] === letter.text) return
      endLetter()
      letter.text = text[0] ?? ''
    },
    add(doc, count, inTitle) {
      write(doc, count, inTitle)
      weights[doc] = weights[doc]! + hitWeight(worth, count, inTitle)
    },
    end() {
      if (docs.length > begunAt) letter.terms += 1
      end()
    },
    finish(titleEnds) {
      endLetter()
      for (const { text, weights } of letters) {
        begin(prefixTerm(text))
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
