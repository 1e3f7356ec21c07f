import { expect, it } from 'vitest'
import { duplicateWords, jobsOf } from './article-chips.tsx'

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

it('names the jobs by their numbers, also one that got its number after a reset of the service', () => {
  expect(jobsOf({ jobs: ['17-2'] })).toEqual({ words: 'Job 17', tone: 'plain' })
  expect(jobsOf({ jobs: ['18', '17-2', '16'] })).toEqual({ words: 'Jobs 18, 17 and 1 more', tone: 'plain' })
})
