import { expect, it } from 'vitest'
import type { JobRecord } from '../../../library/records.ts'
import { suggestedCategories } from './category-suggestions.ts'

it('are those that brought articles, the latest first, those that differ only in case once', () => {
  const jobs = [
    { category: 'Nosuch', articleCount: 0 },
    { category: 'zoo', articleCount: 2 },
    { request: { category: 'Food' }, category: '', articleCount: 1 },
    { category: 'Zoo', articleCount: 4 },
    { category: '', articleCount: 3 },
  ]
  expect(suggestedCategories(jobs as JobRecord[])).toEqual(['zoo', 'Food'])
})
