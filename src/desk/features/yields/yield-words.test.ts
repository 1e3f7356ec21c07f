import { expect, it } from 'vitest'
import { duplicateWords, yieldSentences } from './yield-words.ts'

const job = (asked: number | undefined, articleCount: number, newCount: number) => ({
  request: { articleCount: asked },
  articleCount,
  newCount,
})

it.each([
  [job(10, 8, 6), '10 were asked for; 8 articles were delivered. 6 are new; 2 were here already.'],
  [job(1, 1, 1), '1 was asked for; 1 article was delivered. It is new.'],
  [job(1, 1, 0), '1 was asked for; 1 article was delivered. It is not new: an earlier job delivered it.'],
  [
    job(undefined, 1200, 0),
    'The service chose the number; 1,200 articles were delivered. None of them is new: earlier jobs delivered them all.',
  ],
  [job(10, 0, 0), '10 were asked for; no articles were delivered.'],
  [
    { ...job(undefined, 2, 1), request: undefined },
    'The request is not known here; 2 articles were delivered. 1 is new; 1 was here already.',
  ],
])('%j reads: %s', (yielded, sentences) => {
  expect(yieldSentences(yielded).join(' ')).toBe(sentences)
})

it.each([
  [undefined, 'Looking for near-duplicates.'],
  [0, 'No near-duplicates were found.'],
  [1, '1 says nearly the same as another article.'],
  [12, '12 say nearly the same as another article.'],
])('%s near-duplicates read: %s', (count, words) => {
  expect(duplicateWords(count)).toBe(words)
})
