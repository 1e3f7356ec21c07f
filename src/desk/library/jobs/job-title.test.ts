import { expect, it } from 'vitest'
import type { JobRecord } from '../records.ts'
import { jobTitle } from './job-title.ts'

it.each<[string, Partial<JobRecord>]>([
  ['Job 17', { jobId: 17 }],
  ['Job 17, before the service was reset', { jobId: 17, isOfEarlierService: true }],
  ['New request', { phase: 'sending' }],
  ['Unconfirmed request', { phase: 'unconfirmed' }],
])('%s', (title, record) => {
  expect(jobTitle(record as JobRecord)).toBe(title)
})
