import { minWordsOfCopy, type TextSimilarity } from '../../../../text/similarity.ts'
import { createShingleIndex } from './shingle-index.ts'
import { headLength, type Sketch } from '../../../../text/sketch.ts'

/** A document that may be a near-duplicate. */
interface Candidate {
  readonly doc: number
  /**
   * Estimated from the sketches: the share of common three-word shingles, accurate to a few hundredths. The share of
   * common words is at least as high, because one replaced word changes three shingles.
   */
  readonly estimate: TextSimilarity
  /** Whether the sketches prove a near-duplicate. If not, compare the texts (`measureSimilarity`). */
  readonly isSure: boolean
  /** Whether both sketches have all shingles of their texts, and the same. Of longer texts, only reading them shows it. */
  readonly isSame: boolean
}

/**
 * Finds near-duplicates among any number of texts from their sketches alone, about 600 bytes per document, without
 * reading texts. Documents are small integers chosen by the caller, from 0.
 */
export interface DuplicateFinder {
  /** Adds or replaces a document. */
  add(doc: number, sketch: Sketch): void
  remove(doc: number): void
  /**
   * Candidates for near-duplicates of an added document, best first, about a hundred at most. Misses a document that
   * shares half its words about once in several hundred.
   */
  candidates(doc: number): Candidate[]
}

/** How many of a document's smallest shingles are indexed. */
const indexedHashes = 20
/** A shingle in more documents is a common phrase or part of a template. */
const rareUpTo = 64
const maxCandidates = 64
/** Limit for candidates that share a single shingle; those with the rarest are taken. */
const maxByOneShingle = 16
/**
 * A text with more copies than `rareUpTo` has only common shingles. So common shingles are considered if a document has
 * at least this many, for candidates that share at least `minCommonShared`.
 */
const minCommonShingles = 6
const minCommonShared = 4

export function createDuplicateFinder(): DuplicateFinder {
  const sketches: (Sketch | undefined)[] = []
  const shared = createSharedCounts()
  let index = createShingleIndex()
  let deadEntries = 0

  const isAlive = (doc: number) => sketches[doc] !== undefined

  function indexSketch(doc: number, sketch: Sketch) {
    for (const shingle of indexed(sketch)) index.add(shingle, doc)
  }

  function remove(doc: number) {
    const sketch = sketches[doc]
    if (!sketch) return
    sketches[doc] = undefined
    deadEntries += indexed(sketch).length
    if (deadEntries * 2 <= index.size) return
    index = createShingleIndex()
    deadEntries = 0
    sketches.forEach((kept, doc) => kept && indexSketch(doc, kept))
  }

  /** The documents that share most of its rare shingles, and of its common ones only if it has many. */
  function candidateDocs(doc: number, sketch: Sketch): number[] {
    const counted = Array.from(indexed(sketch), (shingle) => ({ shingle, count: index.count(shingle) }))
    const rare = counted.filter(({ count }) => count <= rareUpTo).sort((a, b) => a.count - b.count)
    const common = counted.filter(({ count }) => count > rareUpTo)
    const found = candidatesBy(rare, 1)
    if (common.length >= minCommonShingles) found.push(...candidatesBy(common, minCommonShared))
    return [...new Set(found)].filter((other) => other !== doc)
  }

  function candidatesBy(shingles: readonly { shingle: number }[], least: number): number[] {
    for (const { shingle } of shingles)
      for (const other of index.docs(shingle, rareUpTo, isAlive)) shared.add(other)
    return shared.take({ least, maxWithSeveral: maxCandidates, maxWithOne: maxByOneShingle })
  }

  return {
    add(doc, sketch) {
      remove(doc)
      if (sketch.length <= headLength) return
      sketches[doc] = sketch
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

/** Above the first share of common shingles, half of the words are common; below the second, they are not. */
const surelyAbove = 0.7
const hardlyBelow = 0.2
/** With fewer shingles to compare, sketches prove nothing. */
const minCompared = 32
const minToRefuse = 24

function compare(doc: number, one: Sketch, other: Sketch): Candidate | undefined {
  // Below this limit, both sketches contain all shingles of their text.
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
    // Most candidates share only a common phrase, which shows early.
    if (shared < 2 && (measuresOne ? i : j) > headLength + minToRefuse) return undefined
  }
  while (i < one.length && one[i]! <= limit) i += 1
  while (j < other.length && other[j]! <= limit) j += 1
  const [ofOne, ofOther] = [i - headLength, j - headLength]
  const compared = measuresOne ? ofOne : ofOther
  if (shared === 0 || isHardly(shared, compared)) return undefined
  const isSure = shared >= compared * surelyAbove && compared >= minCompared
  const isSame = limit === unlimited && shared === ofOne && shared === ofOther && one[0] === other[0]
  const estimate = { ofOne: shared / ofOne, ofOther: shared / ofOther, similarity: shared / compared }
  return { doc, estimate, isSure, isSame }
}

/** A single common shingle is a common phrase, unless only a few were compared. */
const isHardly = (shared: number, compared: number): boolean =>
  compared >= minCompared ? shared < compared * hardlyBelow : shared === 1 && compared > 4

/** Whether the similarity is the share of `one`'s words, see `measureSimilarity`. */
function isMeasure([oneWords = 0]: Sketch, [otherWords = 0]: Sketch): boolean {
  return oneWords < otherWords === Math.min(oneWords, otherWords) >= minWordsOfCopy
}

const unlimited = 0xffff_ffff

const knownTo = (sketch: Sketch) =>
  sketch.length - headLength < (sketch[1] ?? 0) ? (sketch[sketch.length - 1] ?? 0) : unlimited

/** Counts the shingles that documents share with one document. Reused to avoid allocating a map each time. */
interface SharedCounts {
  add(doc: number): void
  /** Documents that share several, most first, then those that share one, in order of adding. Resets the counts. */
  take(limits: { least: number; maxWithSeveral: number; maxWithOne: number }): number[]
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
    take({ least, maxWithSeveral, maxWithOne }) {
      const several = seen
        .filter((doc) => counts[doc]! >= Math.max(2, least))
        .sort((a, b) => counts[b]! - counts[a]!)
      const one = least > 1 ? [] : seen.filter((doc) => counts[doc] === 1)
      for (const doc of seen) counts[doc] = 0
      seen = []
      return [...several.slice(0, maxWithSeveral), ...one.slice(0, maxWithOne)]
    },
  }
}
