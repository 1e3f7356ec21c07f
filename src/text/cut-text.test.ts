import { expect, it } from 'vitest'
import { cutText, shortened } from './cut-text.ts'

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

it.each([
  ['seven 7', 'seven 7'],
  ['seven 78', 'seven…'],
])('shortens %j to %j', (text, short) => {
  expect(shortened(text, 7)).toBe(short)
})
