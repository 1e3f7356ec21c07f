import { fold, foldWithOffsets, isUnspaced, isWithinWord, splitWords } from '../../../text/fold.ts'

export type TextRange = readonly [start: number, end: number]

/** The words of a piece of a keyword, which must be adjacent. */
type Term = readonly TermWord[]

interface TermWord {
  readonly stem: string
  /** How many letters may follow the stem, so that "farm" matches "farming"; undefined in scripts without spaces. */
  readonly longestTail?: number
  /** Ends in y, as "city": only "y" or its forms may follow the stem, which "citizen" shares. */
  readonly isInY?: boolean
}

/**
 * Counts the occurrences of the keywords in a text, including word forms.
 *
 * @param folded the text as returned by `fold`
 */
export function countHits(folded: string, terms: readonly Term[]): number {
  return mergeRanges(terms.flatMap((term) => termRanges(folded, term))).length
}

/** The ranges where the keywords occur, as offsets into the original text, in order and without overlaps. */
export function hitRanges(text: string, keywords: readonly string[]): TextRange[] {
  const terms = keywordTerms(keywords)
  if (terms.length === 0) return []
  const { folded, originalRange } = foldWithOffsets(text)
  return mergeRanges(
    terms.flatMap((term) => termRanges(folded, term).map(([start, end]) => originalRange(start, end))),
  )
}

/**
 * Returns the keywords that a text contains: all pieces of a keyword, in any form and place. Services match like this,
 * so each keyword is credited with the articles it found.
 *
 * @param folded title and text as returned by `fold`
 */
export function keywordsIn(folded: string, keywords: readonly string[]): string[] {
  return keywords.filter((keyword) => {
    const terms = keywordTerms([keyword])
    return terms.length > 0 && terms.every((term) => termRanges(folded, term, 1).length > 0)
  })
}

/**
 * The terms to search for: each quoted phrase of a keyword, and each other piece between spaces. "l'énergie" is a
 * phrase too: its article alone would mark every "le" and "la".
 */
export function keywordTerms(keywords: readonly string[]): Term[] {
  return keywords
    .flatMap((keyword) => keyword.match(piece) ?? [])
    .map((text) => splitWords(fold(text).replace(possessive, '')).map(termWord))
    .filter((words) => words.length > 0)
}

const possessive = /'s\b/g

/** Within or after a word, a quotation mark makes a Hebrew abbreviation, or is a sign for inches. */
const piece = /["“”„«»][^"“”„«»]*["“”„«»]|\S+/g

function termWord(word: string): TermWord {
  if (isUnspaced(word)) return { stem: word }
  // Three letters are too few for a stem: "art" must not match "artichoke".
  if (word.length <= 3) return { stem: word, longestTail: 1 }
  const stem = word.replace(ending, '')
  return { stem, longestTail: 4, isInY: formOfY.test(word.slice(stem.length)) }
}

/** A light stemmer: the service's own is unknown, and a missed match costs less than a wrong one. */
const ending = /(?<=^[a-z]{2,})(?:y|ies)$|(?<=^[a-z]{5,})(?:ing|ed)$|(?<=^[a-z]{4,}[^s])s$/

/** The last letter of "city", and what it becomes in "cities", "industrial", "beautiful" and "happily". */
const formOfY = /^(?:y|i[aefl])/

function termRanges(folded: string, term: Term, most = Number.POSITIVE_INFINITY): TextRange[] {
  const first = term[0]
  if (!first) return []
  const ranges: TextRange[] = []
  let from = 0
  for (;;) {
    const start = folded.indexOf(first.stem, from)
    if (start < 0 || ranges.length >= most) return ranges
    const end = isUnspaced(first.stem) || !isWithinWord(folded, start - 1) ? termEnd(folded, start, term) : -1
    if (end > 0) ranges.push([start, end])
    from = Math.max(end, start + 1)
  }
}

/** The end of the term that starts at `start`; -1 if it does not occur there. */
function termEnd(folded: string, start: number, term: Term): number {
  let at = start
  for (const [index, { stem, longestTail, isInY }] of term.entries()) {
    if (index > 0) at = skipGap(folded, at)
    if (!folded.startsWith(stem, at)) return -1
    at += stem.length
    if (isInY && !formOfY.test(folded.slice(at, at + 2))) return -1
    if (longestTail === undefined) continue
    const last = at + longestTail
    while (at <= last && isWithinWord(folded, at)) at += 1
    if (at > last) return -1
  }
  return at
}

/**
 * Skips what may separate the words of a phrase: white space, a hyphen, an apostrophe, or whatever joins two words
 * without a space ("3.5", "10°C", "and/or", "col·lecció"), but not the end of a sentence.
 */
export function skipGap(folded: string, from: number): number {
  let at = from
  while (gap.test(folded.charAt(at))) at += 1
  // Most signs end a part of a sentence, and most gaps are one space.
  if (at > from || folded.charAt(at + 1) === ' ') return at
  joint.lastIndex = at
  return joint.test(folded) ? joint.lastIndex : at
}

const gap = /[\s'\u2000-\u2015-]/
/** Control characters separate the parts of an article. */
const joint = /[^\p{L}\p{M}\p{N}\s\p{Cc}]+(?=[\p{L}\p{N}])/uy

/** Ranges in order and without overlaps: a text that is drawn by them shows each stretch once. */
export function mergeRanges(ranges: TextRange[]): TextRange[] {
  const merged: [number, number][] = []
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && start < last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}

/**
 * Counts words: runs between spaces that contain a letter or digit. In scripts without spaces, two characters count as
 * a word. `Intl.Segmenter` is more accurate there, but takes seconds for a large job.
 */
export function countWords(text: string): number {
  let words = 0
  let unspacedCharacters = 0
  let inWord = false
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    const role = code < 128 ? ascii[code] : roleOf(code)
    if (role === parts) {
      inWord = false
      if (code > 128 && isUnspacedCode(code)) unspacedCharacters += 1
    } else if (role === makes && !inWord) {
      words += 1
      inWord = true
    }
  }
  return words + Math.ceil(unspacedCharacters / 2)
}

/** Roles of characters: separates words, belongs to a word that has begun, or makes a word. */
const parts = 0
const belongs = 1
const makes = 2

const ascii = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code <= 32) return parts
  return /[a-z0-9]/i.test(String.fromCharCode(code)) ? makes : belongs
})

function roleOf(code: number): number {
  if (code === 0xa0 || code === 0x2014 || code === 0x3000 || isUnspacedCode(code)) return parts
  // Surrogates are mostly emoji. Letters among them are too rare to justify the time for decoding.
  if (code >= 0xd800 && code <= 0xdfff) return belongs
  return code < 0x2000 || code >= 0x2c00 ? (isLetter(code) ? makes : belongs) : belongs
}

const isLetter = (code: number): boolean => /[\p{L}\p{N}]/u.test(String.fromCharCode(code))

const isUnspacedCode = (code: number): boolean =>
  code >= 0x0e01 &&
  (code <= 0x0eff || // Thai, Lao
    (code >= 0x1000 && code <= 0x109f) || // Burmese
    (code >= 0x1780 && code <= 0x17ff) || // Khmer
    (code >= 0x3041 && code <= 0x30ff) || // kana
    (code >= 0x3400 && code <= 0x9fff)) // Han
