import type { Slots } from './slots.ts'

/** The parameters k1 and b of BM25, with their usual values. */
const saturation = 1.2
const lengthEffect = 0.75
/** A whole word has weight 2. */
const weightOfOne = 2

/**
 * Scores are compared at this resolution, in units of the best possible score; documents of the same level are sorted
 * newest first. A finer one would make no difference to a reader and take a second pass to sort.
 */
const scoreLevels = 2 ** 14

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
  // The slots of the documents left, newest first, with their scores at the same indexes.
  const left = newestFirst.slice()
  const scores = new Float64Array(left.length)
  const { docs, lengths } = slots.columns()
  const perToken = (saturation * lengthEffect) / slots.averageLength
  let count = left.length
  let mostScore = 0

  return {
    get left() {
      return count
    },
    // These loops call nothing: the first letter typed finds most of a library, and after a reload the browser has
    // optimized neither the loops nor what they would call.
    want(weights) {
      const worth = rarity(weights, newestFirst)
      mostScore += worth
      let kept = 0
      for (let i = 0; i < count; i += 1) {
        const slot = left[i]!
        const weight = weights[slot]! / weightOfOne
        if (weight === 0) continue
        const damping = saturation * (1 - lengthEffect) + perToken * lengths[slot]!
        left[kept] = slot
        scores[kept] = scores[i]! + (worth * weight) / (weight + damping)
        kept += 1
      }
      count = kept
    },
    refuse(weights) {
      let kept = 0
      for (let i = 0; i < count; i += 1) {
        const slot = left[i]!
        if (weights[slot] !== 0) continue
        left[kept] = slot
        scores[kept] = scores[i]!
        kept += 1
      }
      count = kept
    },
    bestFirst() {
      const found = left.subarray(0, count)
      // Without scores they are already in order.
      const best = mostScore > 0 ? sortedByLevel(found, levelsMissed()) : found
      for (let i = 0; i < count; i += 1) best[i] = docs[best[i]!]!
      return best
    },
  }

  /** How far each document left is from the best possible score. */
  function levelsMissed(): Uint16Array {
    const levels = new Uint16Array(count)
    const perScore = scoreLevels / mostScore
    for (let i = 0; i < count; i += 1) levels[i] = scoreLevels - scores[i]! * perScore
    return levels
  }
}

/**
 * Sorts values by their levels and leaves those of the same level in order. A counting sort: a letter typed in a large
 * library finds most of it, and sorting that many numbers by comparison takes eight times as long.
 */
function sortedByLevel(values: Uint32Array, levels: Uint16Array): Uint32Array {
  const starts = new Uint32Array(scoreLevels + 2)
  for (let i = 0; i < levels.length; i += 1) starts[levels[i]! + 1]! += 1
  for (let level = 1; level < starts.length; level += 1) starts[level]! += starts[level - 1]!
  const sorted = new Uint32Array(values.length)
  for (let i = 0; i < levels.length; i += 1) sorted[starts[levels[i]!]!++] = values[i]!
  return sorted
}

/** Inverse document frequency: a rare word is more significant than a common one. */
function rarity(weights: Uint16Array, slots: Uint32Array): number {
  let holding = 0
  for (let i = 0; i < slots.length; i += 1) if (weights[slots[i]!] !== 0) holding += 1
  return Math.log(1 + (slots.length - holding + 0.5) / (holding + 0.5))
}
