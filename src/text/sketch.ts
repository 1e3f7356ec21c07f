import { readWords, shinglesOf, wordWeight } from './shingles.ts'

/**
 * A summary of a text for finding near-duplicates, typically 400 bytes: `[words, distinct shingles, the smallest
 * shingles in ascending order...]`. Two texts share their small shingles in the same proportion as all their shingles,
 * at any length, so that sketches estimate how much of one text occurs in another to within a few hundredths.
 */
export type Sketch = Uint32Array<ArrayBuffer>

/**
 * Stored with sketches: those of another format can't be compared and are rebuilt from the texts. To be raised whenever
 * the same text gets another sketch, or other links to near-duplicates, which are stored with it.
 */
export const sketchFormat = 7

export const maxHashes = 96
export const headLength = 2
/** Shorter texts prove nothing: "Read more" is not a near-duplicate of "Read more". */
const minWords = 8

/**
 * The sketch of a text without its title. Ignores case, accents, punctuation, line ends and markup. With fewer than
 * eight words it has no shingles, and no near-duplicates.
 */
export function sketchOf(text: string): Sketch {
  const words = readWords(text)
  const wordCount = Math.round(words.weight / wordWeight)
  if (wordCount < minWords) return Uint32Array.of(wordCount, 0)
  const distinct = withoutRepeats(shinglesOf(words).numbers.sort())
  const sketch = new Uint32Array(headLength + Math.min(distinct.length, maxHashes))
  sketch.set([wordCount, distinct.length])
  sketch.set(distinct.subarray(0, maxHashes), headLength)
  return sketch
}

/** Removes repeats from a sorted array, in place. */
function withoutRepeats(sorted: Uint32Array): Uint32Array {
  let count = 0
  for (let i = 0; i < sorted.length; i += 1) {
    if (i > 0 && sorted[i] === sorted[i - 1]) continue
    sorted[count] = sorted[i] ?? 0
    count += 1
  }
  return sorted.subarray(0, count)
}
