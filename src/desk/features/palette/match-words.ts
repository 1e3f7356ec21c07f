import { fold, isUnspaced, splitWords } from '../../../text/fold.ts'

/** A text prepared for matching. */
export type Matchable = readonly string[]

export const matchable = (text: string): Matchable => splitWords(fold(text))

/**
 * How well a query matches a text, 0 best; undefined for no match. Every word of the query must begin a word of the
 * text, in any order, or be made of the beginnings of adjacent words: "nj" and "nejo" match "New job".
 */
export function matchWords(query: Matchable, text: Matchable): number | undefined {
  if (query.length === 0) return undefined
  let sum = 0
  for (const term of query) {
    const score = matchTerm(term, text)
    if (score === undefined) return undefined
    sum += score
  }
  return sum / query.length
}

const costs = { whole: 0, beginning: 1, within: 2, runTogether: 3, wordFurther: 0.01 }

function matchTerm(term: string, text: Matchable): number | undefined {
  let best: number | undefined
  for (const [index, word] of text.entries()) {
    const cost = matchAt(term, text, index, word)
    if (cost === undefined) continue
    const score = cost + index * costs.wordFurther
    if (best === undefined || score < best) best = score
  }
  return best
}

function matchAt(term: string, text: Matchable, index: number, word: string): number | undefined {
  if (word === term) return costs.whole
  if (word.startsWith(term)) return costs.beginning
  if (isUnspaced(term) && word.includes(term)) return costs.within
  return runsTogether(term, text, index) ? costs.runTogether : undefined
}

function runsTogether(term: string, text: Matchable, index: number): boolean {
  if (term === '') return true
  const word = text[index]
  if (word === undefined) return false
  for (let length = Math.min(term.length, word.length); length > 0; length -= 1) {
    if (word.startsWith(term.slice(0, length)) && runsTogether(term.slice(length), text, index + 1))
      return true
  }
  return false
}
