import { expect, test } from 'vitest'
import { cutBoilerplate, isBoilerplate, paragraphKeys } from './site-boilerplate.ts'

const article =
  'The ferry was late again.\n\nNobody on the pier had expected anything else of it, or of the tide.'

test('a paragraph has the same key whatever its case, punctuation and counters', () => {
  expect(paragraphKeys('Read also: 12 comments!\n\n* * *')).toEqual(paragraphKeys('read also 7 COMMENTS'))
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
