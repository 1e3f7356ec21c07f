import { expect, it } from 'vitest'
import { checkArticle } from './article.ts'

it.each([
  [{ title: 'Salt', text: 'Of salt.' }, 'has no usable id'],
  [{ id: 1.5, title: 'Salt', text: 'Of salt.' }, 'has no usable id'],
  [{ id: 'a\ud83d', title: 'Salt', text: 'Of salt.' }, 'has no usable id'],
  [{ id: 1, title: null, text: 'Of salt.' }, 'has no title'],
  [{ id: 1, text: 'Of salt.' }, 'has no title'],
  [{ id: 1, title: 'Salt' }, 'has no text'],
  ['Salt', 'is not an article'],
  [null, 'is not an article'],
])('says of %j why it was set aside: it %s', (value, reason) => {
  expect(checkArticle(value)).toEqual({ reason })
})
