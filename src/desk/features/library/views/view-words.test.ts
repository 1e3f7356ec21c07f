import { describe, expect, it } from 'vitest'
import type { ViewSpec } from '../../../library/view/view.ts'
import { startOfDay } from '../filters/days.ts'
import type { JobRecord } from '../../../library/records.ts'
import { activeFilters, jobWords } from './view-words.ts'

describe('the active filters', () => {
  it.each<[string, ViewSpec]>([
    ['Undecided', { decisions: ['none'] }],
    ['Read', { read: true }],
    ['Unread', { read: false }],
    ['Job 17', { job: '17' }],
    ['Chain of job 17', { chain: '17' }],
    ['Job 17', { job: '17-2' }],
    ['Energy', { category: 'Energy' }],
    ['“storm surge”', { keyword: 'storm surge' }],
    ['Under 300 words', { quality: ['short'] }],
    ['300 to 1,800 words', { words: { from: 300, to: 1_800 } }],
    ['From 300 words', { words: { from: 300 } }],
    ['Up to 800 words', { words: { to: 800 } }],
    ['From 2 Jan 2026', { collected: { from: startOfDay('2026-01-02') } }],
    ['2 Jan 2026', { collected: { from: startOfDay('2026-01-02'), to: startOfDay('2026-01-02', 1) } }],
    ['Up to 31 Jan 2026', { collected: { to: startOfDay('2026-02-01') } }],
    ['Not exported', { exported: false }],
    ['Near-duplicates', { duplicated: true }],
    ['Several versions', { versioned: true }],
    ['With a note', { noted: true }],
  ])('read “%s” and can be removed one by one', (words, spec) => {
    const [filter, ...others] = activeFilters(spec)
    expect(others).toEqual([])
    expect(filter?.words).toBe(words)
    expect(activeFilters({ ...spec, ...filter?.without })).toEqual([])
  })

  it('include neither the search nor the order', () => {
    expect(activeFilters({ query: 'solar', sort: 'title' })).toEqual([])
  })

  it('can lose one decision of two', () => {
    const [kept] = activeFilters({ decisions: ['keep', 'maybe'] })
    expect(kept?.without).toEqual({ decisions: ['maybe'] })
  })
})

it('names a job by its number and request, whether or not another had that number before a reset', () => {
  const job = { jobId: 17, phase: 'ready', category: 'Energy' } as JobRecord
  const jobs: JobRecord[] = [
    { ...job, key: '17', isOfEarlierService: true },
    { ...job, key: '17-2' },
  ]
  expect(jobWords('17', jobs)).toBe('Job 17, before the service was reset: Energy')
  expect(jobWords('17-2', jobs)).toBe('Job 17: Energy')
  expect(jobWords('18', jobs)).toBe('Job 18')
})
