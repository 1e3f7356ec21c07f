import { expect, test } from 'vitest'
import { isFullText, isNote } from './full-text.ts'

const long = 'The river rose again on Tuesday, and nobody on the quay was surprised by it. '.repeat(20).trim()

test.each([
  ['ends as texts do', long],
  ['ends with a quotation', `${long} “We knew it.”`],
  ['ends with a by-line', `${long}\n\nBy Ada Example`],
  ['is written without spaces', '川の水は火曜日にまた上がった。'.repeat(100)],
])('a long text that %s is complete', (_, text) => {
  expect(isFullText(text)).toBe(true)
})

test.each([
  ['is short', 'The river rose again.'],
  ['ends in dots', `${long} Then the…`],
  ['ends in dots in brackets', `${long} Then the [...]`],
  ['ends in the middle of a sentence', `${long} Then the water came up to the second`],
  ['asks to read on', `${long}\n\nRead more`],
  ['asks to read on with the title', `${long} Continue reading The river`],
  ['asks to read on in German', `${long}\n\nWeiterlesen auf der Seite`],
  ['asks to read on in Japanese', `${long}\n\n続きを読む`],
  ['names where it appeared', `${long}\n\nThe post The river appeared first on The Quay.`],
])('a text that %s is not', (_, text) => {
  expect(isFullText(text)).toBe(false)
})

test.each([
  ['a line or two', 'The river rose again. Nobody was surprised.', true],
  ['a short article', long.slice(0, 250), false],
  ['as much in Japanese', '川の水は火曜日にまた上がった。'.repeat(6), false],
])('whether a text without a page is only a note: %s', (_, text, expected) => {
  expect(isNote(text)).toBe(expected)
})
