import { expect, it } from 'vitest'
import { matchable, matchWords } from './match-words.ts'

const score = (query: string, text: string) => matchWords(matchable(query), matchable(text))

it.each([
  ['new job', 'New job'],
  ['job new', 'New job'],
  ['lib', 'Library'],
  ['nj', 'New job'],
  ['nejo', 'New job'],
  ['17', 'Job 17'],
  ['job17', 'Job 17'],
  ['sol ener', 'Job 4 solar farms, Energy'],
  ['CAFE', 'Le café du coin'],
  ['水', '地下水の話'],
])('"%s" matches "%s"', (query, text) => {
  expect(score(query, text)).toBeDefined()
})

it.each([
  ['ob', 'New job'],
  ['jn', 'New job'],
  ['njx', 'New job'],
  ['7', 'Job 17'],
  ['job 18', 'Job 17'],
  ['', 'New job'],
  ['...', 'New job'],
])('"%s" does not match "%s"', (query, text) => {
  expect(score(query, text)).toBeUndefined()
})

it.each([
  ['a whole word', 'job', 'Job 1', 'Jobs'],
  ['a beginning', 'li', 'Library', 'Look in'],
  ['an earlier word', 'job', 'Job 1', 'New job'],
])('puts %s first', (_, query, better, worse) => {
  expect(score(query, better)).toBeLessThan(score(query, worse) ?? 0)
})

it('matches repeated letters against many repeated words without trying every way to split them', () => {
  expect(score(`${'a'.repeat(60)}b`, 'aaaa '.repeat(60))).toBeUndefined()
  expect(score('a'.repeat(60), 'aaaa '.repeat(60))).toBeDefined()
})
