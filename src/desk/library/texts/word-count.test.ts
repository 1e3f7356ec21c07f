import { describe, expect, it } from 'vitest'
import { countWords } from './word-count.ts'

describe('word count', () => {
  it.each<[text: string, words: number]>([
    ['', 0],
    ['  \n ', 0],
    ['One, two - three.', 3],
    ["don't well-known 3.5 % – yes", 4],
    ['Привет, мир', 2],
    ['太陽光発電', 3],
    ['Python で書く', 3],
    ['🌞 sun', 1],
    ['sooner—later', 2],
  ])('of %j is %i', (text, words) => {
    expect(countWords(text)).toBe(words)
  })
})
