import { isUnspaced, isWithinWord, splitWords } from '../../../../text/fold.ts'
import { skipGap } from '../words.ts'

/**
 * Called for each token of a text, in order.
 *
 * @param place twice the token's number, and one more where a gap that a phrase may cross parts it from the token before.
 *   Numbers go up by one from token to token, by two where a phrase can't go on.
 */
export type TakeToken = (start: number, end: number, hash: number, place: number) => void

/**
 * Takes a folded text apart into what search compares: words, and the single characters of scripts without spaces.
 * A word of a query is one token or several that stand directly side by side, so that an index of tokens finds exactly
 * what `matchesSearch` finds.
 */
export function scanTokens(folded: string, take: TakeToken): void {
  let place = -2
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
    place = (place & ~1) + step(folded, lastEnd, start)
    lastEnd = at
    take(start, at, hash, place)
  }
}

/** Whether an token at `place` comes right after the one at `earlier`; `directly`: with nothing between them. */
export const follows = (place: number, earlier: number, directly: boolean): boolean =>
  place >>> 1 === (earlier >>> 1) + 1 && !(directly && (place & 1) === 1)

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

/** What each character is, found out once: asking Unicode for every letter of a library takes minutes. */
const kinds = new Uint8Array(0x10000)

function kindAt(folded: string, at: number): number {
  const code = folded.charCodeAt(at)
  // Past the end.
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
