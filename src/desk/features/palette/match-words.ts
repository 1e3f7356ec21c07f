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

/** Follows all splits of the term at once: one after the other, "aaaa" in "aaaa aaaa" takes exponential time. */
function runsTogether(term: string, text: Matchable, index: number): boolean {
  let starts = new Set([0])
  for (const word of text.slice(index)) {
    const ends = new Set<number>()
    for (const start of starts) {
      for (let end = start + 1; end <= term.length && word.startsWith(term.slice(start, end)); end += 1)
        ends.add(end)
    }
    if (ends.has(term.length)) return true
    if (ends.size === 0) return false
    starts = ends
  }
  return false
}
