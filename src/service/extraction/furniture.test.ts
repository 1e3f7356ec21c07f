import { expect, test } from 'vitest'
import { cutFurniture, isFurniture, paragraphKeys } from './furniture.ts'

const article =
  'The ferry was late again.\n\nNobody on the pier had expected anything else of it, or of the tide.'

test('a paragraph has one key, whatever its case, punctuation and counters', () => {
  expect(paragraphKeys('Read also: 12 comments!\n\n* * *')).toEqual(paragraphKeys('read also 7 COMMENTS'))
})

test('another paragraph has another key', () => {
  const [one, other] = paragraphKeys(article)
  expect(one).not.toBe(other)
})

test.each([
  [4, 4, false],
  [5, 2, false],
  [5, 3, true],
  [100, 50, false],
  [100, 51, true],
])('of %i pages, what stands in %i is furniture: %s', (pages, seenIn, is) => {
  expect(isFurniture({ pages, seenIn })).toBe(is)
})

test('furniture goes, wherever it stands, and the rest stays as it was', () => {
  const box = 'Sign up for our letter.'
  const furniture = new Set(paragraphKeys(box))

  expect(cutFurniture(`${box}\n\n${article}\n\n${box}`, (key) => furniture.has(key))).toBe(article)
})

test('a text that would lose most of itself is left alone', () => {
  expect(cutFurniture(article, () => true)).toBe(article)
})
