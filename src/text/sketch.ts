import { readWords, shinglesOf, wordWeight } from './shingles.ts'

/**
 * What is kept of a text to find its near-duplicates by, 400 bytes for a usual one:
 * `[words, distinct shingles, the smallest shingles in rising order...]`. Two texts that share shingles share the
 * small ones in the same proportion, whatever their lengths, so that one sketch tells how much of a text stands in
 * another to within some hundredths.
 */
export type Sketch = Uint32Array<ArrayBuffer>

/** To be stored beside sketches: those of another number can't be compared and are made again from the texts. */
export const sketchFormat = 1

export const mostHashes = 96
export const headLength = 2
/** Fewer words say nothing: "Read more" is no near-duplicate of "Read more". */
const fewestWords = 8

/**
 * The sketch of a text, title left out. Case, accents, punctuation, line ends and markup make no difference. That of a
 * text of fewer than eight words has no shingles, and no near-duplicates.
 */
export function sketchOf(text: string): Sketch {
  const words = readWords(text)
  const wordCount = Math.round(words.weight / wordWeight)
  if (wordCount < fewestWords) return Uint32Array.of(wordCount, 0)
  const distinct = withoutRepeats(shinglesOf(words).numbers.sort())
  const sketch = new Uint32Array(headLength + Math.min(distinct.length, mostHashes))
  sketch.set([wordCount, distinct.length])
  sketch.set(distinct.subarray(0, mostHashes), headLength)
  return sketch
}

/** Closes up in place what is in order. */
function withoutRepeats(sorted: Uint32Array): Uint32Array {
  let count = 0
  for (let i = 0; i < sorted.length; i += 1) {
    if (i > 0 && sorted[i] === sorted[i - 1]) continue
    sorted[count] = sorted[i] ?? 0
    count += 1
  }
  return sorted.subarray(0, count)
}
