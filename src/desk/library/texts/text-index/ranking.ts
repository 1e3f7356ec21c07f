import type { Slots } from './slots.ts'

/** How fast more of the same word ceases to count, and how much a text's length does (the customary values of BM25). */
const saturation = 1.2
const lengthEffect = 0.75
/** Weights are twice the count of whole words. */
const weightOfOne = 2

const scoreLevels = 2 ** 25
/** A place in the order of all documents takes the lower bits, so that one number holds both and sorts natively. */
const orderLevels = 2 ** 27

/** Narrows all documents down, term by term, to those that match. */
export interface Ranking {
  /** How many documents are left. */
  readonly left: number
  /** @param weights by slot how much a wanted term weighs; where it is 0, the document goes */
  want(weights: Uint16Array): void
  /** @param weights where it is not 0, the document goes */
  refuse(weights: Uint16Array): void
  /** The documents that are left, the most relevant first, the newer first where they are equally so. */
  bestFirst(): Uint32Array
}

export function createRanking(slots: Slots): Ranking {
  const newestFirst = slots.newestFirst()
  // What is left, as places in the order from the newest, and beside it the scores.
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
      // What has no scores is in order already.
      if (mostScore > 0) keys.sort()
      const docs = new Uint32Array(count)
      for (const [i, key] of keys.entries()) docs[i] = slots.docAt(newestFirst[key % orderLevels] ?? 0)
      return docs
    },
  }
}

/** A word that few documents have says more than one that most have. */
function rarity(weights: Uint16Array, slots: Uint32Array): number {
  let holding = 0
  for (const slot of slots) if (weights[slot] !== 0) holding += 1
  return Math.log(1 + (slots.length - holding + 0.5) / (holding + 0.5))
}
