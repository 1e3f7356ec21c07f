import { fewestWordsOfCopy, type TextSimilarity } from '../../../../text/similarity.ts'
import { createShingleIndex } from './shingle-index.ts'
import { headLength, type Sketch } from '../../../../text/sketch.ts'

/** Another document that may say nearly the same. */
export interface Candidate {
  readonly doc: number
  /**
   * Told from the sketches: the shares of runs of three words, right to some hundredths. Of words it is as much or more,
   * since a word that was replaced spoils three runs.
   */
  readonly estimate: TextSimilarity
  /** Whether the sketches are proof of a near-duplicate; otherwise the two texts decide (`measureSimilarity`). */
  readonly isSure: boolean
  /** Whether nothing tells them apart: each shingle that is known of one is known of the other, and they are as long. */
  readonly isSame: boolean
}

/**
 * Finds texts that say nearly the same among any number, from their sketches alone: some 600 bytes a document, and no
 * text is read. A document is a small whole number of the caller's, from 0 on.
 */
export interface DuplicateFinder {
  /** Takes a document in, instead of what it was before. */
  add(doc: number, sketch: Sketch): void
  remove(doc: number): void
  /**
   * What may be a near-duplicate of a document that was added, best first, itself left out, some hundred at most. None that shares
   * half of its words is missed but by chance, once in some hundreds.
   */
  candidates(doc: number): Candidate[]
  readonly size: number
}

/** Of the smallest shingles, how many lead from one document to the other. */
const indexedHashes = 20
/** A shingle that more documents have is a turn of phrase or a template. */
const rareUpTo = 64
const mostCandidates = 64
/** Of those with which it shares a single one, those that share the rarest. */
const mostByOneShingle = 16
/**
 * A text of which there are more copies than that has common shingles alone. So they are looked at where a document
 * has this many of them, and two documents are compared where they share so many.
 */
const leastCommonShingles = 6
const leastCommonShared = 4

export function createDuplicateFinder(): DuplicateFinder {
  const sketches: (Sketch | undefined)[] = []
  const shared = createSharedCounts()
  let index = createShingleIndex()
  let size = 0
  let deadEntries = 0

  const isAlive = (doc: number) => sketches[doc] !== undefined

  function indexSketch(doc: number, sketch: Sketch) {
    for (const shingle of indexed(sketch)) index.add(shingle, doc)
  }

  function remove(doc: number) {
    const sketch = sketches[doc]
    if (!sketch) return
    sketches[doc] = undefined
    size -= 1
    deadEntries += indexed(sketch).length
    if (deadEntries * 2 <= index.size) return
    index = createShingleIndex()
    deadEntries = 0
    sketches.forEach((kept, doc) => kept && indexSketch(doc, kept))
  }

  /** The documents that share most of its rare shingles; of its common ones only where it has hardly any other. */
  function candidateDocs(doc: number, sketch: Sketch): number[] {
    const counted = Array.from(indexed(sketch), (shingle) => ({ shingle, count: index.count(shingle) }))
    const rare = counted.filter(({ count }) => count <= rareUpTo).sort((a, b) => a.count - b.count)
    const common = counted.filter(({ count }) => count > rareUpTo)
    const found = candidatesBy(rare, 1)
    if (common.length >= leastCommonShingles) found.push(...candidatesBy(common, leastCommonShared))
    return [...new Set(found)].filter((other) => other !== doc)
  }

  function candidatesBy(shingles: readonly { shingle: number }[], least: number): number[] {
    for (const { shingle } of shingles)
      for (const other of index.docs(shingle, rareUpTo, isAlive)) shared.add(other)
    return shared.take({ least, mostWithSeveral: mostCandidates, mostWithOne: mostByOneShingle })
  }

  return {
    get size() {
      return size
    },
    add(doc, sketch) {
      remove(doc)
      if (sketch.length <= headLength) return
      sketches[doc] = sketch
      size += 1
      indexSketch(doc, sketch)
    },
    remove,
    candidates(doc) {
      const sketch = sketches[doc]
      if (!sketch) return []
      return candidateDocs(doc, sketch)
        .map((other) => compare(other, sketch, sketches[other] ?? sketch))
        .filter((candidate) => candidate !== undefined)
        .sort((a, b) => b.estimate.similarity - a.estimate.similarity || a.doc - b.doc)
    },
  }
}

const indexed = (sketch: Sketch) => sketch.subarray(headLength, headLength + indexedHashes)

/** Above this share of shingles half of the words are shared, below the other they are not; between, the texts decide. */
const surelyAbove = 0.7
const hardlyBelow = 0.2
/** With fewer shingles to compare, sketches prove nothing. */
const fewestCompared = 32
const fewestToRefuse = 24

function compare(doc: number, one: Sketch, other: Sketch): Candidate | undefined {
  // Up to where both sketches know all shingles of their text.
  const limit = Math.min(knownTo(one), knownTo(other))
  const measuresOne = isMeasure(one, other)
  let shared = 0
  let i = headLength
  let j = headLength
  while (i < one.length && j < other.length) {
    const a = one[i]!
    const b = other[j]!
    if (a > limit && b > limit) break
    if (a === b) shared += 1
    if (a <= b) i += 1
    if (b <= a) j += 1
    // Most candidates have a turn of phrase in common and no more, which shows early.
    if (shared < 2 && (measuresOne ? i : j) > headLength + fewestToRefuse) return undefined
  }
  while (i < one.length && one[i]! <= limit) i += 1
  while (j < other.length && other[j]! <= limit) j += 1
  const [ofOne, ofOther] = [i - headLength, j - headLength]
  const compared = measuresOne ? ofOne : ofOther
  if (shared === 0 || isHardly(shared, compared)) return undefined
  const isSure = shared >= compared * surelyAbove && compared >= fewestCompared
  const isSame = shared === ofOne && shared === ofOther && one[0] === other[0] && one[1] === other[1]
  const estimate = { ofOne: shared / ofOne, ofOther: shared / ofOther, similarity: shared / compared }
  return { doc, estimate, isSure, isSame }
}

/** One shingle in common is a turn of phrase, unless hardly more than one was looked at. */
const isHardly = (shared: number, compared: number): boolean =>
  compared >= fewestCompared ? shared < compared * hardlyBelow : shared === 1 && compared > 4

/** Whether the words of `one` are those that are counted: see `measureSimilarity`. */
function isMeasure([oneWords = 0]: Sketch, [otherWords = 0]: Sketch): boolean {
  return oneWords < otherWords === Math.min(oneWords, otherWords) >= fewestWordsOfCopy
}

const knownTo = (sketch: Sketch) =>
  sketch.length - headLength < (sketch[1] ?? 0) ? (sketch[sketch.length - 1] ?? 0) : 0xffff_ffff

/** Counts how many shingles each document shares with one, again and again, without a new map each time. */
interface SharedCounts {
  add(doc: number): void
  /** Those that share several, most first, then those that share one, first seen first; then starts from zero. */
  take(limits: { least: number; mostWithSeveral: number; mostWithOne: number }): number[]
}

function createSharedCounts(): SharedCounts {
  let counts = new Uint8Array(1 << 10)
  let seen: number[] = []

  return {
    add(doc) {
      if (doc >= counts.length) {
        const larger = new Uint8Array(2 ** Math.ceil(Math.log2(doc + 1)))
        larger.set(counts)
        counts = larger
      }
      if (counts[doc] === 0) seen.push(doc)
      if (counts[doc]! < 255) counts[doc]! += 1
    },
    take({ least, mostWithSeveral, mostWithOne }) {
      const several = seen
        .filter((doc) => counts[doc]! >= Math.max(2, least))
        .sort((a, b) => counts[b]! - counts[a]!)
      const one = least > 1 ? [] : seen.filter((doc) => counts[doc] === 1)
      for (const doc of seen) counts[doc] = 0
      seen = []
      return [...several.slice(0, mostWithSeveral), ...one.slice(0, mostWithOne)]
    },
  }
}
