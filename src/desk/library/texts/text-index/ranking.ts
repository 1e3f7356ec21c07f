import type { Slots } from './slots.ts'

/** The parameters k1 and b of BM25, with their usual values. */
const saturation = 1.2
const lengthEffect = 0.75
/** A whole word has weight 2. */
const weightOfOne = 2

const scoreLevels = 2 ** 25
/** The position among all documents takes the lower bits, so that one number holds both and sorts natively. */
const orderLevels = 2 ** 27

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
      const keys = new Float64Array(count)
      for (let i = 0; i < count; i += 1) {
        const missed = mostScore === 0 ? 0 : 1 - (scores[i] ?? 0) / mostScore
        keys[i] = Math.round(missed * scoreLevels) * orderLevels + (left[i] ?? 0)
      }
      // Without scores they are already in order.
      if (mostScore > 0) keys.sort()
      const docs = new Uint32Array(count)
      for (const [i, key] of keys.entries()) docs[i] = slots.docAt(newestFirst[key % orderLevels] ?? 0)
      return docs
    },
  }
}

/** Inverse document frequency: a rare word is more significant than a common one. */
function rarity(weights: Uint16Array, slots: Uint32Array): number {
  let holding = 0
  for (const slot of slots) if (weights[slot] !== 0) holding += 1
  return Math.log(1 + (slots.length - holding + 0.5) / (holding + 0.5))
}
