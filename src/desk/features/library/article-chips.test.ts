import { expect, it } from 'vitest'
import { duplicateWords } from './article-chips.tsx'

const note = { id: 32, jobs: ['2', '1'], similarity: 0.951, groupSize: 2 }

it.each([
  [undefined, '95 % same as 32 in job 2'],
  ['1', '95 % same as 32 in job 1'],
  ['7', '95 % same as 32 in job 2'],
])('names the newest job of a near-duplicate, or the one that is looked at: %s', (here, words) => {
  expect(duplicateWords(note, here)).toBe(words)
})

it('never says that all is the same where a word is another', () => {
  expect(duplicateWords({ ...note, similarity: 0.9999 })).toMatch(/^99 %/)
  expect(duplicateWords({ ...note, similarity: 1 })).toMatch(/^100 %/)
})
