import { describe, expect, it } from 'vitest'
import { measureSimilarity } from './similarity.ts'

const words = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `w${from + index}`).join(' ')

describe('the similarity of two texts', () => {
  it.each<[name: string, one: string, other: string, ofOne: number, ofOther: number, similarity: number]>([
    ['the same text', words(0, 200), words(0, 200), 1, 1, 1],
    ['nothing in common', words(0, 200), words(200, 400), 0, 0, 0],
    ['another order', `${words(0, 100)} ${words(100, 200)}`, `${words(100, 200)} ${words(0, 100)}`, 1, 1, 1],
    ['half of it', words(0, 100), words(0, 200), 1, 0.5, 1],
    ['half of it, the other way round', words(0, 200), words(0, 100), 0.5, 1, 1],
    ['a fifth more', words(0, 100), words(0, 125), 1, 0.8, 1],
    ['one word in ten replaced', everyTenth(words(0, 200)), words(0, 200), 0.9, 0.9, 0.9],
    ['a short note in an article', words(0, 40), words(0, 400), 1, 0.1, 0.1],
    ['two short notes', words(0, 40), words(0, 36), 0.9, 1, 0.9],
    ['as many words', `${words(0, 80)} ${words(0, 20)}`, words(0, 100), 1, 0.8, 1],
    ['as many words, the other way round', words(0, 100), `${words(0, 80)} ${words(0, 20)}`, 0.8, 1, 1],
    ['two words that meet elsewhere', 'a b c d', 'x a b y c d', 0, 0, 0],
    ['another apostrophe', 'їх п’ять '.repeat(20), 'їх п\u02bcять '.repeat(20), 1, 1, 1],
    ['words drawn long', 'المياه هنا '.repeat(20), 'الميـــاه هنا '.repeat(20), 1, 1, 1],
    ['an empty text', '', words(0, 100), 0, 0, 0],
    ['two empty texts', '', '', 0, 0, 0],
  ])('of %s', (_, one, other, ofOne, ofOther, similarity) => {
    const measured = measureSimilarity(one, other)
    expect(measured.ofOne).toBeCloseTo(ofOne)
    expect(measured.ofOther).toBeCloseTo(ofOther)
    expect(measured.similarity).toBeCloseTo(similarity)
  })

  it('of two texts of 100 KB takes a moment', () => {
    // CPU time in microseconds, which doesn't depend on how busy the machine is.
    const before = process.cpuUsage()
    measureSimilarity(words(0, 17_000), words(8_000, 25_000))
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
  })
})

function everyTenth(text: string): string {
  return text
    .split(' ')
    .map((word, index) => (index % 10 === 5 ? `other${index}` : word))
    .join(' ')
}
