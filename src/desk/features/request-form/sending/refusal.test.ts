import { expect, it, onTestFinished, vi } from 'vitest'
import type { Failure } from '../../../api/errors.ts'
import { isOffline, refusalOf } from './refusal.ts'

it.each<[Failure, string, string]>([
  [{ kind: 'rejected', status: 422 }, 'did not accept the request (422)', 'Change what it objects to'],
  [{ kind: 'rejected', status: 413 }, 'too large for the service (413)', 'Skip fewer'],
  [{ kind: 'busy', status: 429 }, 'slow down (429)', 'Wait a minute'],
  [{ kind: 'busy', status: 503, retryAfterMs: 30_000 }, 'busy (503)', 'Send it again in 30 s.'],
  [{ kind: 'busy', status: 429, retryAfterMs: 3_600_000 }, 'slow down (429)', 'Send it again in 60 min.'],
  [{ kind: 'unauthorized', status: 401 }, 'did not accept your key (401)', 'Sign in again'],
  [{ kind: 'forbidden', status: 403 }, 'does not permit', 'Ask whoever runs'],
  [{ kind: 'storage' }, 'could not save', 'Look under Jobs'],
])('says what happened and what to do next: %j', (failure, title, next) => {
  const refusal = refusalOf(failure)
  expect(refusal.title).toContain(title)
  expect(refusal.next).toContain(next)
})

it('passes on the service’s own words', () => {
  expect(refusalOf({ kind: 'rejected', status: 422, detail: '<b>no</b>' }).detail).toBe('<b>no</b>')
})

it.each([
  ['https://service.example', true],
  ['https://localhost.example', true],
  ['http://localhost:4400', false],
  ['http://127.0.0.1:4400', false],
  ['http://[::1]:4400', false],
])('offline, a request to %s can certainly not arrive: %s', (address, isCertain) => {
  vi.stubGlobal('navigator', { onLine: false })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(isOffline(address)).toBe(isCertain)
})
