import { expect, it } from 'vitest'
import type { RequestSummary } from '../records.ts'
import { categoryOf } from './job-category.ts'

const asked = (category?: string): RequestSummary => ({
  keywords: [],
  removeSignature: false,
  skipCount: 0,
  category,
})

it.each([
  ['Food', 'Science', 'Food'],
  [' Food ', 'Science', 'Food'],
  [undefined, ' Science ', 'Science'],
  ['', 'Science', 'Science'],
  [' ', 'Science', 'Science'],
  [undefined, '', ''],
])('a job asked for as %j that the service calls %j is of %j', (wanted, said, category) => {
  expect(categoryOf({ request: asked(wanted), category: said })).toBe(category)
})
