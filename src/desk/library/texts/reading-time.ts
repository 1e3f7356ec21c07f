/** Adults' speed for prose: the middle of what studies of silent reading in English found. */
const wordsPerMinute = 230

/** Whole minutes, at least one. */
export function readingMinutes(wordCount: number): number {
  return Math.max(1, Math.round(wordCount / wordsPerMinute))
}
