import { isUnspaced, isWithinWord, splitWords } from '../../../../text/fold.ts'
import { skipGap } from '../keyword-matching.ts'

/**
 * Called for each token of a text, in order.
 *
 * @param position twice the token's number, plus one if a gap that a phrase may cross separates it from the previous
 *   token. Numbers increase by one per token, or by two if a phrase can't continue.
 */
export type TakeToken = (start: number, end: number, hash: number, position: number) => void

/**
 * Splits a folded text into the tokens that search compares: words, and single characters in scripts without spaces.
 * A word of a query is one or several directly adjacent tokens, so that an index of tokens finds exactly what
 * `matchesSearch` finds.
 */
export function scanTokens(folded: string, take: TakeToken): void {
  let position = -2
  let lastEnd = 0
  let at = 0
  while (at < folded.length) {
    const kind = kindAt(folded, at)
    if (kind === nothing) {
      at += 1
      continue
    }
    const start = at
    let hash = hashSeed
    do {
      hash = Math.imul(hash ^ folded.charCodeAt(at), hashFactor)
      at += 1
    } while (kind === word ? kindAt(folded, at) === word : isWithinPair(folded, at))
    position = (position & ~1) + step(folded, lastEnd, start)
    lastEnd = at
    take(start, at, hash, position)
  }
}

/** Whether the token at `position` follows the one at `earlier`; with `directly`, without a gap. */
export const follows = (position: number, earlier: number, directly: boolean): boolean =>
  position >>> 1 === (earlier >>> 1) + 1 && !(directly && (position & 1) === 1)

/** The tokens of a word of a query, in order. */
export function tokensOf(word: string): string[] {
  const tokens: string[] = []
  scanTokens(word, (start, end) => tokens.push(word.slice(start, end)))
  return tokens
}

function step(folded: string, lastEnd: number, start: number): number {
  if (start === lastEnd) return 2
  if (start === lastEnd + 1 && folded.charCodeAt(lastEnd) === 32) return 3
  return skipGap(folded, lastEnd) === start ? 3 : 4
}

const hashSeed = 0x811c9dc5 | 0
const hashFactor = 0x01000193

const unknown = 0
const nothing = 1
const word = 2
const alone = 3

/** Caches the kind of each character: Unicode lookups for every letter of a library would take minutes. */
const kinds = new Uint8Array(0x10000)

function kindAt(folded: string, at: number): number {
  const code = folded.charCodeAt(at)
  // Past the end of the text.
  if (Number.isNaN(code)) return nothing
  if (code >= 0xd800 && code <= 0xdfff) return kindOfSurrogate(folded, at, code)
  const known = kinds[code] ?? unknown
  if (known !== unknown) return known
  return (kinds[code] = kindOf(String.fromCharCode(code)))
}

function kindOfSurrogate(folded: string, at: number, code: number): number {
  const first = code >= 0xdc00 ? at - 1 : at
  const point = folded.codePointAt(first) ?? 0
  return point > 0xffff ? kindOf(String.fromCodePoint(point)) : nothing
}

function kindOf(character: string): number {
  if (splitWords(character).length === 0) return nothing
  return !isWithinWord(character, 0) && isUnspaced(character) ? alone : word
}

const isWithinPair = (folded: string, at: number): boolean => (folded.codePointAt(at - 1) ?? 0) > 0xffff
