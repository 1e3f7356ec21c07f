import { describe, expect, it } from 'vitest'
import type { JobRecord, RequestSummary } from '../../library/records.ts'
import { jobName, requestDetails, yieldWords } from './request-words.ts'

const blank: RequestSummary = { keywords: [], removeSignature: false, skipCount: 0 }

describe('the words of a request', () => {
  it.each<[string, Partial<RequestSummary> | undefined, string]>([
    ['solar, tide power', { keywords: ['solar', 'tide power'], category: 'Energy' }, ''],
    ['Anything in Energy', { category: 'Energy' }, ''],
    ['Anything', {}, ''],
    ['Anything in Food', {}, 'Food'],
    ['Opened by number', undefined, ''],
    ['Anything in Food', undefined, 'Food'],
  ])('call a job %j', (name, request, category) => {
    const record = { jobId: 17, category, request: request && { ...blank, ...request } }
    expect(jobName(record as JobRecord)).toBe(name)
  })

  it.each<[Partial<RequestSummary>, string[]]>([
    [{}, ['signatures kept']],
    [{ removeSignature: true, articleCount: 1200 }, ['asked for 1,200', 'signatures removed']],
    [{ keywords: ['a'], category: 'Food', skipCount: 1 }, ['in Food', 'signatures kept', '1 id skipped']],
    [{ category: 'Food', skipCount: 312 }, ['signatures kept', '312 ids skipped']],
  ])('say of %j: %j', (request, details) => {
    expect(requestDetails({ ...blank, ...request })).toEqual(details)
  })

  it.each([
    ['ready', 8, 6, '6 new'],
    ['ready', 8, 8, 'all new'],
    ['ready', 0, 0, undefined],
    ['watched', 0, 0, undefined],
  ])('give the yield of a %s job with %i articles, %i new, as %s', (phase, articleCount, newCount, words) => {
    expect(yieldWords({ phase, articleCount, newCount } as JobRecord)).toBe(words)
  })
})
