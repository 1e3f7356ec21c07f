import { diffArrays } from 'diff'
import { countTokens, splitTokens } from './diff-tokens.ts'

/** Indexes into both texts; undefined if a paragraph has no counterpart. */
export type Pair = readonly [one: number | undefined, other: number | undefined]

/**
 * Pairs corresponding paragraphs of two texts, in the order of both: first equal ones, then the most similar ones in
 * between.
 */
export function alignParagraphs(ours: readonly string[], theirs: readonly string[]): Pair[] {
  const changes =
    diffArrays(ours.map(withoutWhiteSpace), theirs.map(withoutWhiteSpace), { maxEditLength: maxEdits }) ?? []
  const stretches: Pair[][] = []
  let [i, j] = [0, 0]
  let [fromOne, fromOther] = [0, 0]
  for (const { added, removed, count } of changes) {
    if (!added && !removed) {
      stretches.push(alignGap(ours, theirs, [fromOne, i], [fromOther, j]))
      for (let n = 0; n < count; n += 1) stretches.push([[i + n, j + n]])
    }
    if (!added) i += count
    if (!removed) j += count
    if (!added && !removed) [fromOne, fromOther] = [i, j]
  }
  stretches.push(alignGap(ours, theirs, [fromOne, ours.length], [fromOther, theirs.length]))
  return stretches.flat()
}

/** Bounds the work for 100 KB of short lines that are all different. */
const maxEdits = 500

const withoutWhiteSpace = (text: string): string => text.replaceAll(/\s+/g, ' ')

type Span = readonly [from: number, to: number]

/** Beyond this many comparisons of paragraphs, or of words, paragraphs are paired in order. */
const maxComparisons = { paragraphs: 40_000, words: 10_000_000 }
/** Paragraphs with a smaller share of words in common are not paired. */
const minInCommon = 0.35

/** Between two equal paragraphs: the ordered pairs with the most in common in total. */
function alignGap(
  ours: readonly string[],
  theirs: readonly string[],
  [fromOne, toOne]: Span,
  [fromOther, toOther]: Span,
): Pair[] {
  const [rows, columns] = [toOne - fromOne, toOther - fromOther]
  const [gap, otherGap] = [ours.slice(fromOne, toOne), theirs.slice(fromOther, toOther)]
  const words = columns * tokensIn(gap) + rows * tokensIn(otherGap)
  if (rows * columns > maxComparisons.paragraphs || words > maxComparisons.words)
    return inOrder(rows, columns, fromOne, fromOther)
  const bags = otherGap.map(wordsOf)
  // best[i][j]: the most that the paragraphs from i on and from j on can have in common.
  const best = Array.from({ length: rows + 1 }, () => new Float64Array(columns + 1))
  const common = Array.from({ length: rows }, () => new Float64Array(columns))
  for (let i = rows - 1; i >= 0; i -= 1) {
    const bag = wordsOf(gap[i] ?? '')
    for (let j = columns - 1; j >= 0; j -= 1) {
      const share = shareInCommon(bag, bags[j] ?? [])
      common[i]![j] = share >= minInCommon ? share : 0
      best[i]![j] = Math.max(best[i + 1]![j]!, best[i]![j + 1]!, best[i + 1]![j + 1]! + common[i]![j]!)
    }
  }
  const pairs: Pair[] = []
  let [i, j] = [0, 0]
  while (i < rows || j < columns) {
    const share = common[i]?.[j] ?? 0
    if (share > 0 && best[i]![j] === best[i + 1]![j + 1]! + share)
      pairs.push([fromOne + i++, fromOther + j++])
    else if (i < rows && (j === columns || best[i]![j] === best[i + 1]![j]))
      pairs.push([fromOne + i++, undefined])
    else pairs.push([undefined, fromOther + j++])
  }
  return pairs
}

const tokensIn = (paragraphs: readonly string[]): number =>
  paragraphs.reduce((sum, paragraph) => sum + countTokens(paragraph), 0)

function inOrder(rows: number, columns: number, fromOne: number, fromOther: number): Pair[] {
  return Array.from({ length: Math.max(rows, columns) }, (_, n) => [
    n < rows ? fromOne + n : undefined,
    n < columns ? fromOther + n : undefined,
  ])
}

/** Sorted, so that two bags are compared in one pass. */
const wordsOf = (text: string): string[] =>
  splitTokens(text.toLowerCase())
    .map((token) => token.text)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .sort()

/** The share of the shorter one's words that the other contains. */
function shareInCommon(one: readonly string[], other: readonly string[]): number {
  let [i, j, shared] = [0, 0, 0]
  while (i < one.length && j < other.length) {
    const [a = '', b = ''] = [one[i], other[j]]
    if (a === b) shared += 1
    if (a <= b) i += 1
    if (b <= a) j += 1
  }
  return shared / Math.max(1, Math.min(one.length, other.length))
}
