import { expect, test } from 'vitest'
import { toTitle } from './plain-text.ts'

test('a title is cut between characters, not within one', () => {
  expect(toTitle(`${'a'.repeat(499)}😀b`)).toBe('a'.repeat(499))
  expect(toTitle(`${'a'.repeat(498)}😀b`)).toBe(`${'a'.repeat(498)}😀`)
})
