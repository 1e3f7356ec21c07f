import { expect, it } from 'vitest'
import { duplicateWords } from './article-chips.tsx'

const note = { id: 32, title: 'The river wakes', jobs: ['2', '1'], share: 0.951 }

it.each([
  ['The river wakes', '95% in “The river wakes”'],
  [' ', '95% in “Untitled”'],
])('names the other article by its title: %j', (title, words) => {
  expect(duplicateWords({ ...note, title })).toBe(words)
})

it('never claims that another text has all of it if a word is missing there', () => {
  expect(duplicateWords({ ...note, share: 0.9999 })).toMatch(/^99%/)
  expect(duplicateWords({ ...note, share: 1 })).toMatch(/^100%/)
})
