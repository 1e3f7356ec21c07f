import type { Slots } from './slots.ts'

/** The parameters k1 and b of BM25, with their usual values. */
const saturation = 1.2
const lengthEffect = 0.75
/** A whole word has weight 2. */
const weightOfOne = 2

/** Scores are compared at this resolution; documents of the same level are sorted newest first. */
const scoreLevels = 2 ** 25
/** Levels are sorted by their lower, then by their upper half. */
const halfBits = 13
const halfMask = 2 ** halfBits - 1

/** Narrows down all documents, term by term, to those that match. */
export interface Ranking {
  /** The number of documents left. */
  readonly left: number
  /** @param weights the weight of a wanted term by slot; documents with weight 0 are dropped */
  want(weights: Uint16Array): void
  /** @param weights the weight of an unwanted term by slot; documents with another weight than 0 are dropped */
  refuse(weights: Uint16Array): void
  /** The documents left, most relevant first, then newest first. */
  bestFirst(): Uint32Array
}

export function createRanking(slots: Slots): Ranking {
  const newestFirst = slots.newestFirst()
  // The documents left, as positions in `newestFirst`, with their scores at the same indexes.
  const left = new Uint32Array(newestFirst.length)
  for (let order = 0; order < left.length; order += 1) left[order] = order
  const scores = new Float64Array(left.length)
  const perToken = (saturation * lengthEffect) / slots.averageLength
  let count = left.length
  let mostScore = 0

  return {
    get left() {
      return count
    },
    want(weights) {
      const worth = rarity(weights, newestFirst)
      mostScore += worth
      let kept = 0
      for (let i = 0; i < count; i += 1) {
        const order = left[i] ?? 0
        const slot = newestFirst[order] ?? 0
        const weight = (weights[slot] ?? 0) / weightOfOne
        if (weight === 0) continue
        const damping = saturation * (1 - lengthEffect) + perToken * slots.lengthAt(slot)
        left[kept] = order
        scores[kept] = (scores[i] ?? 0) + (worth * weight) / (weight + damping)
        kept += 1
      }
      count = kept
    },
    refuse(weights) {
      let kept = 0
      for (let i = 0; i < count; i += 1) {
        if (weights[newestFirst[left[i] ?? 0] ?? 0] !== 0) continue
        left[kept] = left[i] ?? 0
        scores[kept] = scores[i] ?? 0
        kept += 1
      }
      count = kept
    },
    bestFirst() {
      const orders = left.subarray(0, count)
      // Without scores they are already in order.
      const best = mostScore > 0 ? sortedByLevel({ values: orders, levels: levelsMissed() }) : orders
      const docs = new Uint32Array(count)
      for (let i = 0; i < count; i += 1) docs[i] = slots.docAt(newestFirst[best[i] ?? 0] ?? 0)
      return docs
    },
  }

  /** How far each document left is from the best possible score. */
  function levelsMissed(): Uint32Array {
    const levels = new Uint32Array(count)
    for (let i = 0; i < count; i += 1)
      levels[i] = Math.round((1 - (scores[i] ?? 0) / mostScore) * scoreLevels)
    return levels
  }
}

interface Levelled {
  readonly values: Uint32Array
  readonly levels: Uint32Array
}

/**
 * Sorts values by their levels and leaves those of the same level in order. A radix sort: a letter typed in a large
 * library finds most of it, and sorting that many numbers by comparison takes eight times as long.
 */
function sortedByLevel(given: Levelled): Uint32Array {
  const { length } = given.values
  const halfSorted = { values: new Uint32Array(length), levels: new Uint32Array(length) }
  const sorted = { values: new Uint32Array(length), levels: new Uint32Array(length) }
  const [byLower, byUpper] = countHalves(given.levels)
  distribute(given, halfSorted, 0, startsOf(byLower))
  distribute(halfSorted, sorted, halfBits, startsOf(byUpper))
  return sorted.values
}

/** How many levels have each lower and each upper half. */
function countHalves(levels: Uint32Array): [lower: Uint32Array, upper: Uint32Array] {
  const lower = new Uint32Array(halfMask + 1)
  const upper = new Uint32Array(halfMask + 1)
  for (let i = 0; i < levels.length; i += 1) {
    const level = levels[i]!
    lower[level & halfMask]! += 1
    upper[level >>> halfBits]! += 1
  }
  return [lower, upper]
}

/** Where each half begins, if they are in order; in place. */
function startsOf(counts: Uint32Array): Uint32Array {
  let start = 0
  for (let half = 0; half < counts.length; half += 1) {
    const count = counts[half]!
    counts[half] = start
    start += count
  }
  return counts
}

/** One pass: puts everything in the order of the half of its level that begins at bit `shift`. */
function distribute(from: Levelled, to: Levelled, shift: number, starts: Uint32Array): void {
  const { values, levels } = from
  for (let i = 0; i < values.length; i += 1) {
    const level = levels[i]!
    const half = (level >>> shift) & halfMask
    const at = starts[half]!
    starts[half] = at + 1
    to.values[at] = values[i]!
    to.levels[at] = level
  }
}

/** Inverse document frequency: a rare word is more significant than a common one. */
function rarity(weights: Uint16Array, slots: Uint32Array): number {
  let holding = 0
  for (let order = 0; order < slots.length; order += 1) if (weights[slots[order] ?? 0] !== 0) holding += 1
  return Math.log(1 + (slots.length - holding + 0.5) / (holding + 0.5))
}
