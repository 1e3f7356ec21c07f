import { describe, expect, it } from 'vitest'
import type { JobRecord, RequestSummary } from '../../library/records.ts'
import { countWords, jobHeading, jobName, oddities, requestDetails, requestTerms } from './request-words.ts'

const blank: RequestSummary = { keywords: [], removeSignature: false, skipCount: 0 }

describe('the description of a request', () => {
  it.each<[string, Partial<RequestSummary> | undefined, string]>([
    ['solar, tide power', { keywords: ['solar', 'tide power'], category: 'Energy' }, ''],
    ['Anything in Energy', { category: 'Energy' }, ''],
    ['Anything', {}, ''],
    ['Anything in Food', {}, 'Food'],
    ['Opened by number', undefined, ''],
    ['Anything in Food', undefined, 'Food'],
  ])('names a job %j', (name, request, category) => {
    const record = { jobId: 17, category, request: request && { ...blank, ...request } }
    expect(jobName(record as JobRecord)).toBe(name)
  })

  it.each<[string, Partial<JobRecord>]>([
    ['Job 17', {}],
    ['Solar', { name: 'Solar' }],
    ['Anything in Food', { category: 'Food' }],
  ])('titles the screen of a job opened by its number %j', (heading, record) => {
    expect(jobHeading({ jobId: 17, category: '', ...record } as JobRecord)).toBe(heading)
  })

  it.each<[Partial<RequestSummary>, string[]]>([
    [{}, []],
    [{ removeSignature: true, articleCount: 1200 }, ['asked for 1,200', 'signatures removed']],
    [{ keywords: ['a'], category: 'Food', skipCount: 1 }, ['in Food', '1 id skipped']],
    [{ category: 'Food', skipCount: 312 }, ['312 ids skipped']],
  ])('for %j is %j', (request, details) => {
    expect(requestDetails({ ...blank, ...request })).toEqual(details)
  })

  it('leaves out the count if it is shown with the result', () => {
    const request = { ...blank, keywords: ['a'], category: 'Food', articleCount: 8 }
    expect(requestDetails(request)).toEqual(['in Food', 'asked for 8'])
    expect(requestTerms(request)).toEqual(['in Food'])
  })

  it.each([
    ['ready', 8, 6, 10, '8 of 10 delivered, 6 new'],
    ['ready', 10, 6, 10, '6 new'],
    ['ready', 8, 8, 10, '8 of 10 delivered, all new'],
    ['ready', 30, 0, 30, 'none new'],
    ['ready', 30, 0, undefined, 'none new'],
    ['ready', 30, 30, 30, ''],
    ['ready', 8, 8, undefined, ''],
    ['ready', 0, 0, 10, 'asked for 10'],
    ['watched', 0, 0, 10, 'asked for 10'],
    ['watched', 0, 0, undefined, ''],
  ])(
    'of a %s job with %i articles, %i new, %s requested is %j',
    (phase, articleCount, newCount, wanted, words) => {
      const request = { ...blank, ...(wanted !== undefined && { articleCount: wanted }) }
      expect(countWords({ request, phase, articleCount, newCount } as JobRecord)).toBe(words)
    },
  )

  it('names anything unusual, and only that', () => {
    expect(oddities({ skippedReturned: 0, setAsideCount: 0 })).toEqual([])
    expect(oddities({ skippedReturned: 2, setAsideCount: 1 })).toEqual([
      '2 delivered although skipped',
      '1 article could not be read',
    ])
  })
})
