import { fold } from './fold.ts'
import { toPlainText } from './html-text.ts'

/** The words of a text, without case, accents, punctuation and markup; single characters in scripts without spaces. */
export interface Words {
  readonly hashes: Uint32Array
  /** The weight of each in twelfths of a word: two Chinese characters or four Thai ones count as one word. */
  readonly weights: Uint8Array
  /** The sum of the weights. */
  readonly weight: number
}

export const wordWeight = 12

export function readWords(text: string): Words {
  const folded = fold(toPlainText(text))
  const roles = wordRoles()
  if (scratch.length < folded.length + 1) scratch = new Uint32Array(folded.length * 2)
  let count = 0
  let hash = 0
  let unspaced: number[] | undefined
  for (let i = 0; i < folded.length; i += 1) {
    const code = folded.charCodeAt(i)
    const role = roles[code] ?? endsWord
    if (role === ofWord) {
      // Never 0, which means that no word has started.
      hash = Math.imul(hash ^ code, 0x01000193) | 1
      hash ^= (hash >>> 13) & -2
    } else if (role !== isSkipped) {
      if (hash !== 0) scratch[count++] = hash
      hash = 0
      if (role === endsWord) continue
      unspaced ??= []
      unspaced.push(count, role === isIdeograph ? wordWeight / 2 : wordWeight / 4)
      scratch[count++] = Math.imul(code, 0x9e3779b1)
    }
  }
  if (hash !== 0) scratch[count++] = hash
  return { hashes: scratch.slice(0, count), ...weigh(count, unspaced ?? []) }
}

/** Reused for every text: allocating a buffer as long as each text would cost more than reading it. */
let scratch = new Uint32Array(1 << 14)

function weigh(count: number, unspaced: readonly number[]): { weights: Uint8Array; weight: number } {
  const weights = new Uint8Array(count).fill(wordWeight)
  let weight = count * wordWeight
  for (let i = 0; i < unspaced.length; i += 2) {
    const less = unspaced[i + 1] ?? 0
    weights[unspaced[i] ?? 0] = less
    weight -= wordWeight - less
  }
  return { weights, weight }
}

/** Three words in a row rarely match by chance, and replacing a word affects few such runs. */
const shingleWeight = 3 * wordWeight

/** Every run of three words, hashed to a number, with the index of the word after its end; run n starts at word n. */
export interface Shingles {
  readonly numbers: Uint32Array
  readonly ends: Uint32Array
}

export function shinglesOf({ hashes, weights }: Words): Shingles {
  const numbers = new Uint32Array(hashes.length)
  const ends = new Uint32Array(hashes.length)
  let to = 0
  let weight = 0
  for (let from = 0; from < hashes.length; from += 1) {
    while (weight < shingleWeight && to < hashes.length) weight += weights[to++] ?? 0
    if (weight < shingleWeight) return { numbers: numbers.subarray(0, from), ends: ends.subarray(0, from) }
    let number = 0
    for (let i = from; i < to; i += 1) {
      number = Math.imul(number ^ (hashes[i] ?? 0), 0x5bd1e995)
      number ^= number >>> 15
    }
    numbers[from] = scrambled(number)
    ends[from] = to
    weight -= weights[from] ?? 0
  }
  return { numbers, ends }
}

/** Mixes the bits: a sketch keeps the numerically smallest shingles. */
function scrambled(number: number): number {
  let value = Math.imul(number ^ (number >>> 16), 0x7feb352d)
  value = Math.imul(value ^ (value >>> 15), 0x846ca68b)
  return (value ^ (value >>> 16)) >>> 0
}

/** The role of a character in words. */
const endsWord = 0
const ofWord = 1
/** Half a word on its own, in scripts without spaces. */
const isIdeograph = 2
/** A letter of a script without spaces. */
const isUnspaced = 3
/** Ignored within words: an apostrophe, a soft hyphen. */
const isSkipped = 4

let table: Uint8Array | undefined

/** The role of every UTF-16 code unit; computed on first use, in a few milliseconds. */
function wordRoles(): Uint8Array {
  table ??= Uint8Array.from({ length: 0x10000 }, (_, code) => roleOf(code))
  return table
}

function roleOf(code: number): number {
  const character = String.fromCharCode(code)
  if (code < 128) return /[a-z0-9]/i.test(character) ? ofWord : character === "'" ? isSkipped : endsWord
  // Surrogates (rare scripts, emoji): each counts as a character.
  if (code >= 0xd800 && code <= 0xdfff) return isUnspaced
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character)) return isIdeograph
  if (/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(character)) return isUnspaced
  if (/[\u00ad\u200b-\u200f\u2060\ufeff]/u.test(character)) return isSkipped
  return /[\p{L}\p{N}\p{M}]/u.test(character) ? ofWord : endsWord
}
