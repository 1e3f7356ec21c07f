import { describe, expect, it } from 'vitest'
import type { Failure } from '../../api/errors.ts'
import type { ConnectionTrouble } from '../../api/probe.ts'
import { signInProblem, type SignInProblem } from './sign-in-problem.ts'

const own = 'https://desk.example'
const elsewhere = 'https://service.example'

const cases: [string, ConnectionTrouble, Failure, RegExp, SignInProblem['field']][] = [
  [
    'a wrong key',
    'wrong-key',
    { kind: 'unauthorized', status: 401 },
    /does not accept this e-mail and key/,
    'apiKey',
  ],
  ['not permitted', 'refused', { kind: 'forbidden', status: 403 }, /not permitted/, undefined],
  [
    'mixed content',
    'mixed-content',
    { kind: 'unreachable' },
    /blocks this address.*plain http/,
    'serviceAddress',
  ],
  [
    'CORS',
    'blocked-by-cors',
    { kind: 'unreachable' },
    /does not let this page.*--service https:\/\/service/,
    'serviceAddress',
  ],
  [
    'another service',
    'other-service',
    { kind: 'unreadable', detail: '<html>' },
    /not an Article Collection Service.*<html>/,
    'serviceAddress',
  ],
  ['a redirect', 'other-service', { kind: 'redirected' }, /redirects to.*one host only/, 'serviceAddress'],
  [
    'nothing there',
    'down',
    { kind: 'unreachable' },
    /Nothing answers at https:\/\/service/,
    'serviceAddress',
  ],
  ['no response in time', 'down', { kind: 'timed-out' }, /did not answer in time/, 'serviceAddress'],
  [
    'too many tries',
    'refused',
    { kind: 'busy', status: 429, retryAfterMs: 42_000 },
    /Too many attempts.*in 42 s/,
    undefined,
  ],
  [
    'a long wait',
    'refused',
    { kind: 'busy', status: 503, retryAfterMs: 600_000 },
    /busy.*in 10 min/,
    undefined,
  ],
  ['a wait unknown', 'refused', { kind: 'busy', status: 429 }, /in a minute/, undefined],
  [
    'a server error',
    'refused',
    { kind: 'service-error', status: 500 },
    /reported an error \(500\)/,
    undefined,
  ],
  [
    'any refusal',
    'refused',
    { kind: 'rejected', status: 418, detail: 'teapot' },
    /refused \(418\).*teapot/,
    undefined,
  ],
]

describe('what went wrong at sign-in', () => {
  it.each(cases)('says %s', (_, trouble, failure, words, field) => {
    const problem = signInProblem({
      failure,
      trouble,
      serviceAddress: elsewhere,
      pageOrigin: own,
      isOnline: true,
    })
    expect(`${problem.title} ${problem.next}`).toMatch(words)
    expect(problem.field).toBe(field)
  })

  it('says "offline" before blaming the service', () => {
    const failure: Failure = { kind: 'unreachable' }
    const offline = {
      failure,
      trouble: 'down',
      serviceAddress: own,
      pageOrigin: own,
      isOnline: false,
    } as const
    expect(signInProblem(offline).title).toBe('You are offline.')
  })

  it('does not send an editor to the address field if it is the page’s own address', () => {
    const failure: Failure = { kind: 'unreachable' }
    const down = { failure, trouble: 'down', serviceAddress: own, pageOrigin: own, isOnline: true } as const
    expect(signInProblem(down).field).toBeUndefined()
  })
})
