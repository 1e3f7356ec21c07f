import { expect, it } from 'vitest'
import type { Failure } from './errors.ts'
import { findTrouble } from './probe.ts'
import type { ConnectionTrouble } from './probe.ts'

const responds = () => Promise.resolve(Response.error())
const nothing = () => Promise.reject(new TypeError('Failed to fetch'))

it.each<[Failure, page: string, service: string, fetch: () => Promise<Response>, ConnectionTrouble]>([
  [{ kind: 'unauthorized', status: 401 }, 'http://a.example', 'http://b.example', responds, 'wrong-key'],
  [{ kind: 'unreachable' }, 'http://a.example', 'http://b.example', responds, 'blocked-by-cors'],
  [{ kind: 'unreachable' }, 'http://a.example/jobs', 'http://a.example', responds, 'down'],
  [{ kind: 'unreachable' }, 'http://a.example', 'http://b.example', nothing, 'down'],
  [{ kind: 'unreachable' }, 'https://a.example', 'http://b.example', nothing, 'mixed-content'],
  [{ kind: 'unreachable' }, 'https://a.example', 'http://localhost:4400', nothing, 'down'],
  [{ kind: 'timed-out' }, 'http://a.example', 'http://b.example', responds, 'down'],
  [{ kind: 'unreadable' }, 'http://a.example', 'http://b.example', responds, 'other-service'],
  [{ kind: 'not-found', status: 404 }, 'http://a.example', 'http://b.example', responds, 'other-service'],
  [{ kind: 'redirected' }, 'http://a.example', 'http://b.example', responds, 'other-service'],
  [{ kind: 'rejected', status: 405 }, 'http://a.example', 'http://b.example', responds, 'other-service'],
  [{ kind: 'busy', status: 429 }, 'http://a.example', 'http://b.example', responds, 'refused'],
  [{ kind: 'service-error', status: 500 }, 'http://a.example', 'http://b.example', responds, 'refused'],
])('%j from %s to %s', async (failure, pageAddress, serviceAddress, fetch, trouble) => {
  expect(await findTrouble(failure, { pageAddress, serviceAddress, fetch })).toBe(trouble)
})
