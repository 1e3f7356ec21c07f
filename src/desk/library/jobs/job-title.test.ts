import { expect, it } from 'vitest'
import type { JobRecord } from '../records.ts'
import { jobNumber, jobTitle } from './job-title.ts'

it.each<[string, Partial<JobRecord>]>([
  ['Job 17', { jobId: 17 }],
  ['Job 17, before the service was reset', { jobId: 17, isOfEarlierService: true }],
  ['New request', { phase: 'sending' }],
  ['Unconfirmed request', { phase: 'unconfirmed' }],
])('%s', (title, record) => {
  expect(jobTitle(record as JobRecord)).toBe(title)
})

it.each([
  ['17', '17'],
  ['17-2', '17'],
  ['17-12', '17'],
  ['sent-1764378000000-2', 'sent-1764378000000-2'],
])('reads the number in the key %s as %s', (key, number) => {
  expect(jobNumber(key)).toBe(number)
})
