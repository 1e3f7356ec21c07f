import { expect, it } from 'vitest'
import { excerptOf } from './cards.ts'

it.each([
  ['between words', 'river '.repeat(100), `${'river '.repeat(45)}river…`],
  ['anywhere if there are no spaces', '川'.repeat(300), `${'川'.repeat(280)}…`],
  ['never within a character', `${'川'.repeat(278)}👩‍🚒川`, `${'川'.repeat(278)}…`],
  [
    'after as much as without white space',
    `river${' '.repeat(1_000)}${'sea '.repeat(100)}`,
    `river ${'sea '.repeat(67)}sea…`,
  ],
  ['never within a character after white space', `a${' '.repeat(558)}🌊 b`, 'a 🌊 b'],
])('cuts an excerpt %s', (_, text, excerpt) => {
  expect(excerptOf(text)).toBe(excerpt)
})
