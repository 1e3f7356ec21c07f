import { fold, foldWithOffsets, isUnspaced, isWithinWord, splitWords } from '../../../text/fold.ts'

export type Range = readonly [start: number, end: number]

/** A keyword's word, or the words of a phrase in quotes that must stand side by side. */
type Term = readonly TermWord[]

interface TermWord {
  readonly stem: string
  /** How many letters may follow the stem, so that "farm" marks "farming" too. */
  readonly longestTail: number
}

/**
 * How often the keywords occur in a text, word forms included.
 *
 * @param folded the text as `fold` gives it
 */
export function countHits(folded: string, terms: readonly Term[]): number {
  if (terms.length === 0) return 0
  return mergeRanges(terms.flatMap((term) => termRanges(folded, term))).length
}

/** Where the keywords occur: offsets into the original text, in order, never overlapping. */
export function hitRanges(text: string, keywords: readonly string[]): Range[] {
  const terms = keywordTerms(keywords)
  if (terms.length === 0) return []
  const { folded, originalRange } = foldWithOffsets(text)
  return mergeRanges(
    terms.flatMap((term) => termRanges(folded, term).map(([start, end]) => originalRange(start, end))),
  )
}

/**
 * Those keywords that a text holds: all words of one, in any form and wherever they stand, or the phrase where it is in
 * quotes. So services match, and so a word is credited with what it brought.
 *
 * @param folded title and text as `fold` gives them
 */
export function keywordsIn(folded: string, keywords: readonly string[]): string[] {
  return keywords.filter((keyword) => {
    const terms = keywordTerms([keyword])
    return terms.length > 0 && terms.every((term) => termRanges(folded, term, 1).length > 0)
  })
}

/** What to look for: each word of a keyword on its own, a keyword in quotes as a phrase. */
export function keywordTerms(keywords: readonly string[]): Term[] {
  return keywords.flatMap((keyword): Term[] => {
    const words = splitWords(fold(keyword)).map(termWord)
    if (words.length === 0) return []
    return isQuoted(keyword) ? [words] : words.map((word) => [word])
  })
}

const isQuoted = (keyword: string): boolean => /^\s*["“„«].+["”“»]\s*$/su.test(keyword)

function termWord(word: string): TermWord {
  if (isUnspaced(word)) return { stem: word, longestTail: Number.POSITIVE_INFINITY }
  // Three letters say too little: "art" must not mark "artichoke".
  if (word.length <= 3) return { stem: word, longestTail: 1 }
  return { stem: stemOf(word), longestTail: 4 }
}

/** Light on purpose: the service's own stemmer is not known, and a missed mark costs less than a wrong one. */
function stemOf(word: string): string {
  if (/^[a-z]{2,}ies$/.test(word)) return word.slice(0, -3)
  if (/^[a-z]{5,}(?:ing|ed)$/.test(word) && word.replace(/(?:ing|ed)$/, '').length >= 5) {
    return word.replace(/(?:ing|ed)$/, '')
  }
  if (/^[a-z]{4,}[^s]s$/.test(word)) return word.slice(0, -1)
  if (/^[a-z]{3,}y$/.test(word)) return word.slice(0, -1)
  return word
}

function termRanges(folded: string, term: Term, most = Number.POSITIVE_INFINITY): Range[] {
  const first = term[0]
  if (!first) return []
  const ranges: Range[] = []
  let from = 0
  for (;;) {
    const start = folded.indexOf(first.stem, from)
    if (start < 0 || ranges.length >= most) return ranges
    const end = isUnspaced(first.stem) || !isWithinWord(folded, start - 1) ? termEnd(folded, start, term) : -1
    if (end > 0) ranges.push([start, end])
    from = end > 0 ? end : start + 1
  }
}

/** Where the term that begins at `start` ends; -1 where it does not occur there. */
function termEnd(folded: string, start: number, term: Term): number {
  let at = start
  for (const [index, { stem, longestTail }] of term.entries()) {
    if (index > 0) at = skipGap(folded, at)
    if (!folded.startsWith(stem, at)) return -1
    at += stem.length
    if (longestTail === Number.POSITIVE_INFINITY) continue
    const stemEnd = at
    while (isWithinWord(folded, at) && at - stemEnd <= longestTail) at += 1
    if (at - stemEnd > longestTail) return -1
  }
  return at
}

/**
 * Words of a phrase may be parted by a line's end, a hyphen or an apostrophe, and by what joins two words into one
 * ("3.5", "example.com", "and/or"), but not by a sentence's end.
 */
export function skipGap(folded: string, from: number): number {
  let at = from
  if (joins(folded.charCodeAt(at)) && isWithinWord(folded, at + 1)) return at + 1
  while (isGap(folded.charCodeAt(at))) at += 1
  return at
}

const isGap = (code: number): boolean =>
  code === 32 ||
  (code >= 9 && code <= 13) ||
  code === 39 ||
  code === 45 ||
  code === 0xa0 ||
  (code >= 0x2000 && code <= 0x2015) ||
  code === 0x3000

const joins = (code: number): boolean => code < 128 && joiners.has(code)
const joiners = new Set(Array.from('&+,./:@_', (character) => character.charCodeAt(0)))

function mergeRanges(ranges: Range[]): Range[] {
  if (ranges.length < 2) return ranges
  const merged: [number, number][] = []
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && start < last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}
