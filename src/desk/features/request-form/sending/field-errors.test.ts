import { expect, it } from 'vitest'
import { assignFieldErrors } from './field-errors.ts'

it.each([
  [
    'article_count must be a whole number from 1 to 10,000',
    { fieldErrors: { articleCount: 'Number of articles must be a whole number from 1 to 10,000' } },
  ],
  [
    'keywords: too many; category is unknown; keywords: too long',
    { fieldErrors: { keywords: 'Keywords: too many; Keywords: too long', category: 'Category is unknown' } },
  ],
  [
    'ids_to_skip must be whole numbers; category is unknown',
    { detail: 'Article ids must be whole numbers; Category is unknown' },
  ],
  [
    'keywords [6] is longer than 200 characters',
    { fieldErrors: { keywords: 'Keyword 7 is longer than 200 characters' } },
  ],
  ['No <b>bread</b> today', { detail: 'No <b>bread</b> today' }],
  ['keywordsmith of the house is away', { detail: 'keywordsmith of the house is away' }],
])('%s', (detail, assigned) => {
  expect(assignFieldErrors(detail)).toEqual(assigned)
})
