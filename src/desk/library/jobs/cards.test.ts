import { expect, it } from 'vitest'
import { excerptOf } from './cards.ts'

it.each([
  ['between words', 'river '.repeat(100), `${'river '.repeat(45)}river…`],
  ['anywhere if there are no spaces', '川'.repeat(300), `${'川'.repeat(280)}…`],
  ['never within a character', `${'川'.repeat(278)}👩‍🚒川`, `${'川'.repeat(278)}…`],
])('cuts an excerpt %s', (_, text, excerpt) => {
  expect(excerptOf(text)).toBe(excerpt)
})
