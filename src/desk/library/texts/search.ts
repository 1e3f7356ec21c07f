import { fold, foldWithOffsets, isUnspaced, isWithinWord, splitWords } from '../../../text/fold.ts'
import { mergeRanges, skipGap } from './keyword-matching.ts'
import type { TextRange } from './keyword-matching.ts'

/**
 * A parsed search: words (each must start a word of the text), "phrases in quotes" (adjacent whole words), and -words
 * and -"phrases" that must not occur. Ignores case and accents.
 */
export interface SearchQuery {
  readonly wanted: readonly SearchTerm[]
  readonly unwanted: readonly SearchTerm[]
}

export interface SearchTerm {
  readonly words: readonly string[]
  /** Whether the last word must be whole: true in quotes, false while it may still be typed. */
  readonly whole: boolean
}

// Languages disagree on which marks open a phrase and which close it, so any does either.
const termPattern =
  /(?<=^|\s)(?<minus>-?)["“”„«»](?<phrase>[^"“”„«»]*)(?<closed>["“”„«»]?)|(?<not>-(?=\S))?(?<word>\S+)/gu

/** Never fails: ignores what it can't parse. A query without words matches everything. */
export function parseSearch(query: string): SearchQuery {
  const wanted: SearchTerm[] = []
  const unwanted: SearchTerm[] = []
  for (const { groups = {} } of query.matchAll(termPattern)) {
    const whole = Boolean(groups['closed'])
    const words = splitWords(fold(groups['phrase'] ?? groups['word'] ?? ''))
    if (words.length > 0) (groups['minus'] || groups['not'] ? unwanted : wanted).push({ words, whole })
  }
  return { wanted, unwanted }
}

/** The query to search for; blank if it has no words: "53 of 53 matching" would be untrue of an emoji. */
export const searchedFor = (typed: string): string => (splitWords(fold(typed)).length > 0 ? typed : '')

/** @param folded an article as returned by `searchableText` */
export function matchesSearch(folded: string, { wanted, unwanted }: SearchQuery): boolean {
  return wanted.every((term) => hasTerm(folded, term)) && !unwanted.some((term) => hasTerm(folded, term))
}

/** @param folded a text as returned by `fold` */
export const hasTerm = (folded: string, term: SearchTerm): boolean => findTerm(folded, term, 0) !== undefined

/** The ranges of a text to highlight, as offsets into the original, in order and without overlaps. */
export const searchRanges = (text: string, query: SearchQuery): TextRange[] =>
  mergeRanges(termRanges(text, query).flat())

/** For each wanted term, where it occurs, as offsets into the original. */
export function termRanges(text: string, { wanted }: SearchQuery): TextRange[][] {
  if (wanted.length === 0) return []
  const { folded, originalRange } = foldWithOffsets(text)
  return wanted.map((term) => {
    const found: TextRange[] = []
    for (let hit = findTerm(folded, term, 0); hit; hit = findTerm(folded, term, hit[1]))
      found.push(originalRange(...hit))
    return found
  })
}

function findTerm(folded: string, { words, whole }: SearchTerm, from: number): TextRange | undefined {
  const first = words[0] ?? ''
  const anywhere = isUnspaced(first)
  for (let start = folded.indexOf(first, from); start >= 0; start = folded.indexOf(first, start + 1)) {
    if (!anywhere && isWithinWord(folded, start - 1)) continue
    const end = termEnd(folded, start, words, whole)
    if (end > 0) return [start, end]
  }
  return undefined
}

function termEnd(folded: string, start: number, words: readonly string[], whole: boolean): number {
  let at = start
  // A plain loop: with a common first word this runs a hundred thousand times per keystroke.
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ''
    if (index > 0) at = skipGap(folded, at)
    if (!folded.startsWith(word, at)) return -1
    at += word.length
    const mustEnd = whole || index < words.length - 1
    // After 東京 another word may start immediately. In "iphone東" the script changes, and only the end matters.
    if (mustEnd && isWithinWord(folded, at) && isWithinWord(folded, at - 1)) return -1
  }
  return at
}
