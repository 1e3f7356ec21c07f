import { expect, it } from 'vitest'
import { markdownLine, plainMarkdown } from './markdown-text.ts'

it.each([
  ['1. one', String.raw`1\. one`],
  ['(1) one', String.raw`(1\) one`],
  ['(c) 2026 Reuters', String.raw`(c\) 2026 Reuters`],
  ['a. first', String.raw`a\. first`],
  ['i) one', String.raw`i\) one`],
  ['iv. four', String.raw`iv\. four`],
  ['II. two', String.raw`II\. two`],
  ['A.  two spaces', String.raw`A\.  two spaces`],
  ['A.', String.raw`A\.`],
  ['B) two', String.raw`B\) two`],
  ['(#) next', String.raw`(#\) next`],
  ['(@) next', String.raw`(@\) next`],
])('escapes %j, which would be a list item', (line, escaped) => {
  expect(markdownLine(line)).toBe(escaped)
  expect(plainMarkdown(escaped)).toBe(line)
})

it.each(['B. Russell', 'U.S. trade', '(see page 3) and so on', 'No. 5', '3.5 km', 'so. And'])(
  'leaves %j, which would not',
  (line) => {
    expect(markdownLine(line)).toBe(line)
  },
)
