import { expect, it } from 'vitest'
import { duplicateWords, oddities, yieldSentences, yieldWords } from './yield-words.ts'

const job = (asked: number | undefined, articleCount: number, newCount: number) => ({
  request: { articleCount: asked },
  articleCount,
  newCount,
  setAsideCount: 0,
  skippedReturned: 0,
})

it.each([
  [
    job(10, 8, 6),
    '8 of 10 came, 6 new',
    '10 were asked for; 8 articles came. 6 are new; 2 were here already.',
  ],
  [job(1, 1, 1), '1 of 1 came, all new', '1 was asked for; 1 article came. All of them are new here.'],
  [
    job(undefined, 1200, 0),
    '1,200 came, none new',
    'How many was left to the service; 1,200 articles came. None of them is new: earlier jobs had brought them all.',
  ],
  [job(10, 0, 0), '0 of 10 came', '10 were asked for; no articles came.'],
  [
    { ...job(undefined, 2, 1), request: undefined },
    '2 came, 1 new',
    'What was asked for is not known here; 2 articles came. 1 is new; 1 was here already.',
  ],
])('of %j it says: %s', (yielded, words, sentences) => {
  expect(yieldWords(yielded)).toBe(words)
  expect(yieldSentences(yielded).join(' ')).toBe(sentences)
})

it('names what was odd, and nothing where nothing was', () => {
  expect(oddities(job(10, 8, 8))).toEqual([])
  expect(oddities({ ...job(10, 8, 8), skippedReturned: 2, setAsideCount: 1 })).toEqual([
    '2 returned although on the skip list',
    '1 article could not be read',
  ])
})

it.each([
  [undefined, 'Whether some say the same as others is still being read.'],
  [0, 'None says nearly the same as another article.'],
  [1, '1 says nearly the same as another article.'],
  [12, '12 say nearly the same as another article.'],
])('of %s near-duplicates it says: %s', (count, words) => {
  expect(duplicateWords(count)).toBe(words)
})
