import type { Slots } from './slots.ts'

/** How fast more of the same word ceases to count, and how much a text's length does (the customary values of BM25). */
const saturation = 1.2
const lengthEffect = 0.75
/** Weights are twice the count of whole words. */
const weightOfOne = 2

const scoreLevels = 2 ** 25
/** A place in the order of all documents takes the lower bits, so that one number holds both and sorts natively. */
const orderLevels = 2 ** 27

/**
 * The documents in which all wanted terms occur and no unwanted one, the most relevant first, the newer first where
 * they are equally so.
 *
 * @param wanted for each term its weight by slot
 */
export function rank(
  slots: Slots,
  wanted: readonly Uint16Array[],
  unwanted: readonly Uint16Array[],
): Uint32Array {
  const newestFirst = slots.newestFirst()
  const found = new Uint32Array(newestFirst.length)
  let count = 0
  for (let order = 0; order < newestFirst.length; order += 1) {
    const slot = newestFirst[order] ?? 0
    if (holds(slot, wanted, unwanted)) found[count++] = order
  }
  const keys = new Float64Array(count)
  const rarities = wanted.map((weights) => rarity(weights, newestFirst))
  const best = rarities.reduce((sum, value) => sum + value, 0) || 1
  const perAtom = (saturation * lengthEffect) / slots.averageLength
  for (let i = 0; i < count; i += 1) {
    const order = found[i] ?? 0
    const slot = newestFirst[order] ?? 0
    const damping = saturation * (1 - lengthEffect) + perAtom * slots.lengthAt(slot)
    let score = 0
    for (let term = 0; term < wanted.length; term += 1) {
      const weight = (wanted[term]?.[slot] ?? 0) / weightOfOne
      score += ((rarities[term] ?? 0) * weight) / (weight + damping)
    }
    keys[i] = Math.round((1 - score / best) * scoreLevels) * orderLevels + order
  }
  return Uint32Array.from(keys.sort(), (key) => slots.docAt(newestFirst[key % orderLevels] ?? 0))
}

function holds(slot: number, wanted: readonly Uint16Array[], unwanted: readonly Uint16Array[]): boolean {
  for (const weights of wanted) if (weights[slot] === 0) return false
  for (const weights of unwanted) if (weights[slot] !== 0) return false
  return true
}

/** A word that few documents have says more than one that most have. */
function rarity(weights: Uint16Array, slots: Uint32Array): number {
  let holding = 0
  for (const slot of slots) if (weights[slot] !== 0) holding += 1
  return Math.log(1 + (slots.length - holding + 0.5) / (holding + 0.5))
}
