import type { KnownPage } from './known-pages.ts'

/** Means over pages, each from 0 to 1. */
export interface TextScores {
  /** Over bags of words, ignoring case. */
  readonly wordF1: number
  /** Over 4-grams of words, from the mean precision and the mean recall. */
  readonly gramF1: number
  readonly must: number
  /** The same, with straight and typographic quotation marks treated as equal. */
  readonly mustBarely: number
  readonly mustNot: number
}

export function scoreTexts(results: readonly { page: KnownPage; text: string }[]): TextScores {
  const wordF1: number[] = []
  const precision: number[] = []
  const recall: number[] = []
  const must: number[] = []
  const mustBarely: number[] = []
  const mustNot: number[] = []
  for (const { page, text } of results) {
    const words = compare(wordsOf(page.text.toLowerCase()), wordsOf(text.toLowerCase()))
    wordF1.push(harmonic(words.precision, words.recall))
    const grams = compare(gramsOf(wordsOf(page.text)), gramsOf(wordsOf(text)))
    if (wordsOf(text).length > 0) precision.push(grams.precision)
    if (wordsOf(page.text).length > 0) recall.push(grams.recall)
    const lower = text.toLowerCase()
    const share = (snippets: readonly string[], form = (snippet: string) => snippet): number =>
      mean(snippets.map((snippet) => Number(form(lower).includes(form(snippet.toLowerCase())))))
    if (page.must.length > 0) must.push(share(page.must))
    if (page.must.length > 0) mustBarely.push(share(page.must, withPlainQuotes))
    if (page.mustNot.length > 0) mustNot.push(share(page.mustNot))
  }
  return {
    wordF1: mean(wordF1),
    gramF1: harmonic(mean(precision), mean(recall)),
    must: mean(must),
    mustBarely: mean(mustBarely),
    mustNot: mean(mustNot),
  }
}

function compare(truth: readonly string[], found: readonly string[]): { precision: number; recall: number } {
  const left = new Map<string, number>()
  for (const one of truth) left.set(one, (left.get(one) ?? 0) + 1)
  let both = 0
  for (const one of found) {
    const count = left.get(one) ?? 0
    if (count > 0) {
      both += 1
      left.set(one, count - 1)
    }
  }
  const isSame = truth.length === 0 && found.length === 0
  return {
    precision: found.length > 0 ? both / found.length : Number(isSame),
    recall: truth.length > 0 ? both / truth.length : 0,
  }
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []

const gramsOf = (words: readonly string[]): string[] =>
  Array.from({ length: Math.max(1, words.length - 3) }, (_, index) =>
    words.slice(index, index + 4).join('\0'),
  ).filter(Boolean)

const withPlainQuotes = (text: string): string => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"')

const mean = (values: readonly number[]): number =>
  values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0

const harmonic = (one: number, other: number): number =>
  one + other > 0 ? (2 * one * other) / (one + other) : 0
