import { expect, it } from 'vitest'
import { readArticleCount } from './article-count.ts'

it.each([
  ['', undefined],
  ['  ', undefined],
  ['1', 1],
  [' 50 ', 50],
  ['1 000', 1000],
  ['010', 10],
])('%j asks for %j', (text, count) => {
  expect(readArticleCount(text)).toEqual({ count })
})

it.each(['0', '-1', '+5', '1.5', '1,000', 'ten', '1e3', '9007199254740992'])(
  '%j is refused with words',
  (text) => {
    expect(readArticleCount(text)).toHaveProperty('error')
  },
)
