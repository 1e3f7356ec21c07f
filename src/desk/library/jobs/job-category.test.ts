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
])('a job requested as %j that the service calls %j has the category %j', (wanted, said, category) => {
  expect(categoryOf({ request: asked(wanted), category: said })).toBe(category)
})
