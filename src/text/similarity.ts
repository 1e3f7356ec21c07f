import { readWords, shinglesOf, wordWeight, type Shingles, type Words } from './shingles.ts'

/** How much of each of two texts stands in the other, from 0 to 1. */
export interface TextSimilarity {
  readonly ofOne: number
  readonly ofOther: number
  /** Of the shorter, or of the longer where the shorter is too short to be a copy in its own right: what a card shows. */
  readonly similarity: number
}

/** From here on two texts are near-duplicates: half of one stands in the other. */
export const leastSimilarity = 0.5

/** A shorter text is compared with all of the longer one: a note of forty words may well stand in an article. */
export const fewestWordsOfCopy = 60

/**
 * Reads two texts word by word. A word of one counts as standing in the other where a run of three words with it
 * stands there too, wherever that is: so 0.92 says that 92 of 100 words are the same in the same surroundings, even if
 * paragraphs moved or the title changed. Texts of 100 KB take some milliseconds.
 */
export function measureSimilarity(one: string, other: string): TextSimilarity {
  const [words, otherWords] = [readWords(one), readWords(other)]
  const [shingles, otherShingles] = [shinglesOf(words), shinglesOf(otherWords)]
  const ofOne = shareIn(words, shingles, new Set(otherShingles.numbers))
  const ofOther = shareIn(otherWords, otherShingles, new Set(shingles.numbers))
  const shorterIsCopy = Math.min(words.weight, otherWords.weight) >= fewestWordsOfCopy * wordWeight
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
