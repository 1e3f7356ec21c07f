/** With fewer articles, what they have in common may be chance, so no finding counts as usual. */
const minArticles = 4

/**
 * The findings that at least half of the articles of a job have: shown on each, they would tell the editor nothing.
 *
 * @param qualities the findings of each article, see `qualityBits`
 * @returns such bits
 */
export function usualQualities(qualities: Uint8Array): number {
  if (qualities.length < minArticles) return 0
  // Each combination is counted once: ten thousand articles have a handful of them.
  const counts = new Uint32Array(1 << 8)
  for (let position = 0; position < qualities.length; position += 1) counts[qualities[position]!]! += 1
  let usual = 0
  for (let bit = 1; bit < counts.length; bit <<= 1) {
    const count = counts.reduce((sum, having, bits) => (bits & bit ? sum + having : sum), 0)
    if (count * 2 >= qualities.length) usual |= bit
  }
  return usual
}

/**
 * The number of words that half of the articles of a job fall below. If that is short, short articles are usual there.
 *
 * @returns undefined for too few articles
 */
export function usualWordCount(wordCounts: Uint32Array): number | undefined {
  return wordCounts.length < minArticles
    ? undefined
    : wordCounts.toSorted()[Math.ceil(wordCounts.length / 2) - 1]
}
