import { expect, it } from 'vitest'
import { duplicateWords } from './article-chips.tsx'

const note = { id: 32, title: 'The river wakes', jobs: ['2', '1'], similarity: 0.951 }

it.each([
  ['The river wakes', '95% like “The river wakes”'],
  [' ', '95% like “Untitled”'],
])('names the other article by its title: %j', (title, words) => {
  expect(duplicateWords({ ...note, title })).toBe(words)
})

it('never claims that two texts are the same if a word differs', () => {
  expect(duplicateWords({ ...note, similarity: 0.9999 })).toMatch(/^99%/)
  expect(duplicateWords({ ...note, similarity: 1 })).toMatch(/^100%/)
})
