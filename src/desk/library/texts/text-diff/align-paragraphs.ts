import { diffArrays } from 'diff'
import { splitTokens } from './diff-tokens.ts'

/** Places in the one and in the other; undefined where a paragraph has no counterpart. */
export type Pair = readonly [one: number | undefined, other: number | undefined]

/** Which paragraphs of two texts belong together, in the order of both: those that are alike, and between them those that are most like. */
export function alignParagraphs(ours: readonly string[], theirs: readonly string[]): Pair[] {
  const changes =
    diffArrays(ours.map(withoutWhiteSpace), theirs.map(withoutWhiteSpace), { maxEditLength: mostEdits }) ?? []
  const pairs: Pair[] = []
  let [i, j] = [0, 0]
  let [fromOne, fromOther] = [0, 0]
  for (const { added, removed, count } of changes) {
    if (!added && !removed) {
      pairs.push(...alignGap(ours, theirs, [fromOne, i], [fromOther, j]))
      for (let n = 0; n < count; n += 1) pairs.push([i + n, j + n])
    }
    if (!added) i += count
    if (!removed) j += count
    if (!added && !removed) [fromOne, fromOther] = [i, j]
  }
  pairs.push(...alignGap(ours, theirs, [fromOne, ours.length], [fromOther, theirs.length]))
  return pairs
}

/** Of 100 KB in lines of a few words each, all different, it is too much work to find out which belong together. */
const mostEdits = 500

const withoutWhiteSpace = (text: string): string => text.replaceAll(/\s+/g, ' ')

type Span = readonly [from: number, to: number]

/** Beyond this many comparisons, paragraphs are taken to belong together as they come. */
const mostComparisons = 40_000
/** Paragraphs that have fewer words in common do not belong together. */
const leastInCommon = 0.35

/** Between two paragraphs that are the same: the pairs in order that have most in common. */
function alignGap(
  ours: readonly string[],
  theirs: readonly string[],
  [fromOne, toOne]: Span,
  [fromOther, toOther]: Span,
): Pair[] {
  const [rows, columns] = [toOne - fromOne, toOther - fromOther]
  if (rows * columns > mostComparisons) return inOrder(rows, columns, fromOne, fromOther)
  const bags = theirs.slice(fromOther, toOther).map(wordsOf)
  // best[i][j]: what the paragraphs from i and from j on can have in common.
  const best = Array.from({ length: rows + 1 }, () => new Float64Array(columns + 1))
  const common = Array.from({ length: rows }, () => new Float64Array(columns))
  for (let i = rows - 1; i >= 0; i -= 1) {
    const words = wordsOf(ours[fromOne + i] ?? '')
    for (let j = columns - 1; j >= 0; j -= 1) {
      const share = shareInCommon(words, bags[j] ?? [])
      common[i]![j] = share >= leastInCommon ? share : 0
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

function inOrder(rows: number, columns: number, fromOne: number, fromOther: number): Pair[] {
  return Array.from({ length: Math.max(rows, columns) }, (_, n) => [
    n < rows ? fromOne + n : undefined,
    n < columns ? fromOther + n : undefined,
  ])
}

/** In order, so that two bags are compared in one go. */
const wordsOf = (text: string): string[] =>
  splitTokens(text.toLowerCase())
    .map((token) => token.text)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .sort()

/** Of the words of the shorter, how many the other has. */
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
