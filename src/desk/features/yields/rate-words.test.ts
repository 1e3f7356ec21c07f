import { expect, it } from 'vitest'
import { decidedWords, rateWords, reasonWords } from './rate-words.ts'

const rate = (decided: number, kept: number) => ({
  name: 'a',
  decided,
  kept,
  reasons: [],
  low: 0,
  high: 1,
})

it.each([
  [40, 31, '31 of 40 kept'],
  [10, 0, '0 of 10 kept'],
  [9, 9, '9 of 9 kept (few)'],
  [1200, 1000, '1,000 of 1,200 kept'],
])('a rate of %i decided and %i kept reads "%s"', (decided, kept, words) => {
  expect(rateWords(rate(decided, kept))).toBe(words)
})

it('says why articles were rejected, the most frequent reasons first', () => {
  const reasons = ['Off topic', 'Too old', 'Thin', 'Advertising'].map((value, index) => ({
    value,
    count: 4 - index,
  }))
  expect(reasonWords({ ...rate(40, 3), reasons })).toBe('Rejected: Off topic 4, Too old 3, Thin 2, …')
  expect(reasonWords(rate(40, 3))).toBe('')
})

it('warns that few decisions say little', () => {
  const rates = { keywords: [], categories: [] }
  expect(decidedWords({ ...rates, decided: 1, kept: 1 })).toMatch(
    /^Of 1 article decided on, you kept 1\. That is too few/,
  )
  expect(decidedWords({ ...rates, decided: 40, kept: 31 })).toMatch(
    /^Of 40 articles decided on, you kept 31\. The bar/,
  )
})
