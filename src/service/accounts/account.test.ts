import { expect, test } from 'vitest'
import { normaliseEmail } from './account.ts'

test.each([
  [' Editor@Example.org ', 'editor@example.org'],
  ['RENÉ@example.org', 'rene\u0301@example.org'],
  // The accent and its capital are two characters, but one with the small letter.
  ['T\u0308@example.org', '\u1e97@example.org'],
])('%j and %j are one account', (one, other) => {
  expect(normaliseEmail(one)).toBe(normaliseEmail(other))
})
