import { describe, expect, it } from 'vitest'
import type { JobRecord } from '../../library/records.ts'
import { jobStatus } from './job-status.ts'

const watched: JobRecord = {
  key: '17',
  jobId: 17,
  startedAt: 0,
  phase: 'watched',
  failureWordCount: 0,
  category: '',
  failedChecks: 0,
  articleCount: 0,
  newCount: 0,
  skippedReturned: 0,
  setAsideCount: 0,
  setAside: [],
}

describe('the description of a job’s state', () => {
  it.each<[string, Partial<JobRecord>]>([
    ['Sending', { phase: 'sending' }],
    ['Waiting for the service', {}],
    ['Service says: half <b>done</b>', { state: 'half <b>done</b>' }],
    ['Ready: 8 articles', { phase: 'ready', articleCount: 8 }],
    ['Ready: 1 article', { phase: 'ready', articleCount: 1 }],
    ['Ready: 10,000 articles', { phase: 'ready', articleCount: 10_000 }],
    ['Finished: nothing found', { phase: 'ready' }],
    ['Finished: nothing readable', { phase: 'ready', setAsideCount: 4 }],
    ['Unconfirmed', { phase: 'unconfirmed' }],
    ['Not found', { phase: 'not-found' }],
    ["Can't reach the service (still trying)", { failure: { kind: 'unreachable' }, state: 'running' }],
    ["Can't reach the service (still trying)", { failure: { kind: 'service-error', status: 500 } }],
    ['The service is busy (still trying)', { failure: { kind: 'busy', status: 429 } }],
    ['Unreadable answer (still trying)', { failure: { kind: 'unreadable', detail: '<html>' } }],
    ['Service says: revoked', { phase: 'failed', state: 'revoked' }],
    ['Stopped watching', { phase: 'stopped' }],
    ['Stopped watching', { phase: 'resting' }],
    ['Not permitted', { phase: 'stopped', failure: { kind: 'forbidden', status: 403 } }],
  ])('is "%s"', (words, change) => {
    expect(jobStatus({ ...watched, ...change }, false).words).toBe(words)
  })

  it.each<[string, JobRecord['failure']]>([
    ['The job had not finished after 24 hours. You', undefined],
    ['has stopped answering', { kind: 'unreachable' }],
    ['gives no usable answer (503)', { kind: 'busy', status: 503 }],
    ['gives no usable answer.', { kind: 'redirected' }],
    ['still could not be read', { kind: 'unreadable' }],
    ['still could not be saved on this device', { kind: 'storage' }],
  ])('says "%s" after watching has ended', (words, failure) => {
    const record = { ...watched, phase: 'resting' as const, failure }
    expect(jobStatus(record, false).explanation).toContain(words)
  })

  it.each<[string, JobRecord['failure']]>([
    ['The request has had no answer', undefined],
    ['The request has had no answer', { kind: 'timed-out' }],
    ['The service redirects to another host, where your key is not sent', { kind: 'redirected' }],
    [
      'The service is busy (503): The database is unavailable',
      { kind: 'busy', status: 503, detail: 'The database is unavailable.' },
    ],
    ['The service reported an error (500)', { kind: 'service-error', status: 500 }],
    ["The service's answer could not be read (200)", { kind: 'unreadable', status: 200, detail: '<html>' }],
  ])('says "%s" of a request of which it is unknown whether it became a job', (words, failure) => {
    const { explanation } = jobStatus({ ...watched, phase: 'unconfirmed', failure }, false)
    expect(explanation).toBe(`${words}. The service may or may not have made the job.`)
  })

  it('gives an answer to a request that could not be read apart from its own words', () => {
    const failure = { kind: 'unreadable', status: 200, detail: '<html>' }
    expect(jobStatus({ ...watched, phase: 'unconfirmed', failure }, false).response).toBe('<html>')
  })

  it('gives the number of a job that the service made and the device could not save', () => {
    const detail = 'The service made job 18, but this device could not save it. Write the number down.'
    const record: JobRecord = { ...watched, phase: 'unconfirmed', failure: { kind: 'storage', detail } }
    expect(jobStatus(record, false).explanation).toBe(detail)
  })

  it('asks to sign in again while a job is watched, but not for finished jobs', () => {
    expect(jobStatus(watched, true).words).toBe('Sign in again to go on')
    expect(jobStatus({ ...watched, phase: 'ready', articleCount: 2 }, true).words).toBe('Ready: 2 articles')
  })

  it('is not the colour of success if nothing was found', () => {
    expect(jobStatus({ ...watched, phase: 'ready', articleCount: 1 }, false).tone).toBe('good')
    expect(jobStatus({ ...watched, phase: 'ready' }, false).tone).toBe('quiet')
  })

  it.each<[string, JobRecord['failure']]>([
    ['', { kind: 'timed-out' }],
    ['', { kind: 'unreachable' }],
    ['It answered 500: Out of memory. ', { kind: 'service-error', status: 500, detail: 'Out of memory.' }],
    ['It answered 429. ', { kind: 'busy', status: 429 }],
  ])('shows the last known state beside a failure: "%s..."', (answer, failure) => {
    const { explanation } = jobStatus({ ...watched, state: 'running', failure }, false)
    expect(explanation).toBe(`${answer}It last said: running. Checks continue automatically.`)
  })

  it('does not blame the service for a watch that the editor stopped', () => {
    const stopped = jobStatus({ ...watched, phase: 'stopped', failure: { kind: 'unreachable' } }, false)
    expect(stopped).toEqual({ tone: 'quiet', words: 'Stopped watching' })
  })

  it('describes a failure that another version of the desk has recorded', () => {
    expect(jobStatus({ ...watched, failure: { kind: 'eaten-by-a-fish' } }, false).words).toBe(
      "Can't reach the service (still trying)",
    )
  })

  it('embeds a sentence of the service without a second full stop', () => {
    const failure = { kind: 'service-error', status: 503, detail: 'Try again later.' } as const
    expect(jobStatus({ ...watched, failure }, false).explanation).toBe(
      'It answered 503: Try again later. Nothing is lost: checks continue automatically.',
    )
  })
})
