import { expect, it } from 'vitest'
import type { JobRecord, RequestSummary } from '../records.ts'
import { categoryOf, jobSubject } from './job-category.ts'

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

it.each([
  [{ request: { ...asked('Odd'), keywords: ['solar', 'wind'] } }, 'solar, wind in Odd'],
  [{ request: asked('Odd') }, 'Anything in Odd'],
  [{ request: asked() }, 'Anything'],
  [{ request: asked('Odd'), name: 'Spring issue' }, 'Spring issue – Anything in Odd'],
  [{ name: 'Spring issue' }, 'Spring issue'],
  [{}, ''],
])('says what a job is called and asked for: %j', (job, subject) => {
  expect(jobSubject({ category: '', ...job } as JobRecord)).toBe(subject)
})

it('says nothing of a damaged record', () => {
  expect(jobSubject({ request: {} } as JobRecord)).toBe('')
})
