import { readWords, shinglesOf, wordWeight, type Shingles, type Words } from './shingles.ts'

/** How much of each of two texts occurs in the other, from 0 to 1. */
export interface TextSimilarity {
  readonly ofOne: number
  readonly ofOther: number
  /**
   * The share of the shorter text, or of the longer if the shorter is too short to count as a copy; of two that are as
   * long, the greater share. Shown on cards.
   */
  readonly similarity: number
}

/** From this similarity on, two texts are near-duplicates: half of one occurs in the other. */
export const minSimilarity = 0.5

/** For shorter texts the share of the longer one counts: a note of forty words may well occur in an article. */
export const minWordsOfCopy = 60

/**
 * Compares two texts word by word. A word is shared if a run of three words containing it occurs anywhere in the other
 * text: so 0.92 means that 92 of 100 words are the same in the same context, even if paragraphs moved or the title
 * changed. Texts of 100 KB take a few milliseconds.
 */
export function measureSimilarity(one: string, other: string): TextSimilarity {
  const [words, otherWords] = [readWords(one), readWords(other)]
  const [shingles, otherShingles] = [shinglesOf(words), shinglesOf(otherWords)]
  const ofOne = shareIn(words, shingles, new Set(otherShingles.numbers))
  const ofOther = shareIn(otherWords, otherShingles, new Set(shingles.numbers))
  // The same whichever text comes first.
  if (words.weight === otherWords.weight) return { ofOne, ofOther, similarity: Math.max(ofOne, ofOther) }
  const shorterIsCopy = Math.min(words.weight, otherWords.weight) >= minWordsOfCopy * wordWeight
  return { ofOne, ofOther, similarity: words.weight < otherWords.weight === shorterIsCopy ? ofOne : ofOther }
}

function shareIn(
  { weights, weight }: Words,
  { numbers, ends }: Shingles,
  known: ReadonlySet<number>,
): number {
  let shared = 0
  let coveredTo = 0
  for (let from = 0; from < numbers.length; from += 1) {
    if (!known.has(numbers[from] ?? 0)) continue
    const to = ends[from] ?? 0
    for (let i = Math.max(from, coveredTo); i < to; i += 1) shared += weights[i] ?? 0
    coveredTo = to
  }
  return weight === 0 ? 0 : shared / weight
}
