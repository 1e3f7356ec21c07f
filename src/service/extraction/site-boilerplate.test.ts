import { expect, test } from 'vitest'
import { cutBoilerplate, isBoilerplate, paragraphKeys } from './site-boilerplate.ts'

const article =
  'The ferry was late again.\n\nNobody on the pier had expected anything else of it, or of the tide.'

test('a paragraph has the same key whatever its case, punctuation and counters', () => {
  expect(paragraphKeys('Read also: 12 comments!\n\n* * *')).toEqual(paragraphKeys('read also 7 COMMENTS'))
})

test.each([
  ['12 comments', '7 comments'],
  ['Kommentare (3)', 'Kommentare (41)'],
  ['Page 3 of 7', 'Page 1 of 4'],
  ['Seite 3/7', 'Seite 2/7'],
  ['Read time: 4 min', 'Read time: 11 min'],
  ['4 min read', '11 min read'],
  ['Published 12 March 2024 10:30', 'Published 3 March 2024 9:05'],
])('a label has the same key whatever its number: %s', (one, other) => {
  expect(paragraphKeys(one)).toEqual(paragraphKeys(other))
})

test.each([
  ['The winning numbers are 3, 10, 16 and 24; the bonus ball is 6.', 3, 5],
  ['The jackpot of £3.4m goes to 6 ticket holders.', 6, 8],
  ['The lake is now 12 metres deep.', 12, 13],
  ['The post drew 12 comments.', 12, 30],
  ['First published in 1925', 1925, 1931],
  ['Apple shares: 189.30', 189, 190],
  ['Wind: 12 km/h', 12, 30],
  ['Dollar 83', 83, 84],
  ['3 10 16 24', 3, 5],
])('a number that is told makes another paragraph: %s', (paragraph, number, other) => {
  expect(paragraphKeys(paragraph)).not.toEqual(paragraphKeys(paragraph.replace(`${number}`, `${other}`)))
})

test('different paragraphs have different keys', () => {
  const [one, other] = paragraphKeys(article)
  expect(one).not.toBe(other)
})

test.each([
  [4, 4, false],
  [5, 2, false],
  [5, 3, true],
  [100, 50, false],
  [100, 51, true],
])('of %i pages, a paragraph on %i is boilerplate: %s', (pages, seenIn, is) => {
  expect(isBoilerplate({ pages, seenIn })).toBe(is)
})

test('boilerplate is removed wherever it is, and the rest stays unchanged', () => {
  const box = 'Sign up for our letter.'
  const boilerplate = new Set(paragraphKeys(box))

  expect(cutBoilerplate(`${box}\n\n${article}\n\n${box}`, (key) => boilerplate.has(key))).toBe(article)
})

test('a text that would lose most of its content is left alone', () => {
  expect(cutBoilerplate(article, () => true)).toBe(article)
})

test('of hundreds of thousands of paragraphs only the first are looked at, which takes no time', () => {
  const text = Array.from({ length: 300_000 }, (_, index) => `${index}`).join('\n\n')
  // CPU time in microseconds, which doesn't depend on how busy the machine is.
  const before = process.cpuUsage()
  paragraphKeys(text)
  expect(cutBoilerplate(text, () => false)).toBe(text)
  expect(process.cpuUsage(before).user).toBeLessThan(700_000)
})

test('a paragraph of a million digits takes no time', () => {
  const before = process.cpuUsage()
  paragraphKeys('31415926'.repeat(125_000))
  expect(process.cpuUsage(before).user).toBeLessThan(700_000)
})
