import { expect, it } from 'vitest'
import { cutText } from './cut-text.ts'

it.each([
  ['short', 'short'],
  ['seven 78', 'seven 7'],
  ['sevens 8', 'sevens'],
  ['sixsix🌊', 'sixsix'],
  ['six 👩‍🚒 and', 'six'],
  [`e${'\u0301'.repeat(9)}`, `e${'\u0301'.repeat(6)}`],
])('cuts %j to %j', (text, cut) => {
  expect(cutText(text, 7)).toBe(cut)
})
