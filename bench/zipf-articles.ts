import type { NewArticle } from '../src/service/articles/store.ts'
import { seededRandom } from './seeded-random.ts'

const vocabularySize = 50_000
const wordsPerArticle = 480
const categories = 20

/** Words by rank; the word of rank r is r times as rare as the first, as in any language. */
const vocabulary = Array.from({ length: vocabularySize }, (_, rank) => spell(rank))
const shares = cumulativeShares()

/** Article `number`, about 3 KB, deterministic. Higher numbers are newer. */
export function zipfArticle(number: number): NewArticle {
  const random = createRandom(number + 1)
  const words = Array.from({ length: wordsPerArticle }, () => drawWord(random))
  const paragraphs = Array.from({ length: 6 }, (_, index) =>
    words.slice(index * 80, (index + 1) * 80).join(' '),
  )
  return {
    sourceKey: `bench:${number}`,
    title: words.slice(0, 7).join(' '),
    text: paragraphs.join('.\n\n'),
    category: `Category ${Math.floor(random() * categories)}`,
    publishedAt: new Date(Date.UTC(2020, 0, 1) + number * 60_000),
  }
}

/** The share of articles that contain the word of this rank (0 is the first). */
export function articleShare(rank: number): number {
  const share = (shares[rank] ?? 1) - (shares[rank - 1] ?? 0)
  return 1 - (1 - share) ** wordsPerArticle
}

/** A word between two ranks, log-uniform over rank: people search for common words too. */
export function wordBetween(from: number, to: number, random: () => number): string {
  return vocabulary[Math.floor(from * (to / from) ** random())] ?? ''
}

/** Seeds are spread, since consecutive ones would begin alike. */
export const createRandom = (seed: number): (() => number) => seededRandom(Math.imul(seed, 0x9e3779b1))

function drawWord(random: () => number): string {
  const wanted = random()
  let [low, high] = [0, vocabularySize - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (shares[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return vocabulary[low]!
}

function cumulativeShares(): Float64Array {
  const sums = new Float64Array(vocabularySize)
  let sum = 0
  for (let rank = 0; rank < vocabularySize; rank += 1) sums[rank] = sum += 1 / (rank + 1)
  return sums.map((partial) => partial / sum)
}

/** Spells a rank in syllables, with an ending that no stemmer takes for a suffix. */
function spell(rank: number): string {
  let word = ''
  for (let rest = rank + 1; rest > 0; rest = Math.floor(rest / 60))
    word += 'bdfgklmnprtv'.charAt(rest % 12) + 'aeiou'.charAt(Math.floor(rest / 12) % 5)
  return `${word}k`
}
