/** With fewer articles, what they have in common may be chance, so no finding counts as usual. */
const fewestArticles = 4

/**
 * The findings that at least half of the articles of a job have: shown on each, they would tell the editor nothing.
 *
 * @param qualities the findings of each article, see `qualityBits`
 * @returns such bits
 */
export function usualQualities(qualities: Uint8Array): number {
  if (qualities.length < fewestArticles) return 0
  let usual = 0
  for (let bit = 1; bit < 1 << 8; bit <<= 1) {
    let count = 0
    for (const bits of qualities) if (bits & bit) count += 1
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
  return wordCounts.length < fewestArticles
    ? undefined
    : wordCounts.toSorted()[Math.ceil(wordCounts.length / 2) - 1]
}
