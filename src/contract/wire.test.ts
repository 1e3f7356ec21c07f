import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readJobStream } from '../desk/api/job-stream.ts'
import { createdJobSchema, toWireRequest } from './job.ts'
import { blankRequest } from './testing/blank-request.ts'
import { readJobRequest } from '../service/http/read-job-request.ts'
import { packIds } from './ids.ts'
import { jobPath, jobsPath, pingPath } from './paths.ts'
import { authenticatedPingSchema, pingSchema } from './ping.ts'

// The exact JSON of the interface: desk and service share the contract, so they could both be wrong in the same way.
const wire = {
  ping: '{"ping":"pong"}',
  authenticatedPing: '{"authenticated_user":"editor@example.org","ping":"pong"}',
  request:
    '{"keywords":["sourdough","\\"rye bread\\""],"category":"Food","article_count":25,"remove_signature":true,"ids_to_skip":[17,4]}',
  createdJob: '{"id":42}',
  queuedJob: '{"id":42,"state":"queued","category":"Food","articles":[]}',
  finishedJob:
    '{"id":42,"state":"success","category":"Food","articles":[{"id":7,"title":"Bread","text":"Flour.\\n\\nWater."}]}',
}

test('the paths are those of the interface', () => {
  expect([pingPath, jobsPath, jobPath(42)]).toEqual(['/api/v1.0/ping', '/api/v1.0/jobs', '/api/v1.0/jobs/42'])
})

test('both pings are read', () => {
  expect(v.parse(pingSchema, JSON.parse(wire.ping))).toEqual({ ping: 'pong' })
  expect(v.parse(authenticatedPingSchema, JSON.parse(wire.authenticatedPing))).toEqual({
    ping: 'pong',
    authenticated_user: 'editor@example.org',
  })
})

test('a request is sent as documented, field by field, and is read as it was meant', async () => {
  const request = {
    keywords: ['sourdough', '"rye bread"'],
    category: 'Food',
    articleCount: 25,
    removeSignature: true,
    idsToSkip: packIds([17, 4]),
  }

  expect(JSON.stringify(toWireRequest(request))).toBe(wire.request)
  const headers = { 'Content-Type': 'application/json' }
  const received = new Request('http://service.test/', { method: 'POST', headers, body: wire.request })
  expect(await readJobRequest(received)).toEqual(request)
})

test('fields that were left empty are not sent, except for the signature switch', () => {
  expect(JSON.stringify(toWireRequest(blankRequest))).toBe('{"remove_signature":false}')
})

test('the response to a request is read', () => {
  expect(v.parse(createdJobSchema, JSON.parse(wire.createdJob))).toEqual({ id: 42 })
})

test('a job is read, with its articles once it has them', async () => {
  expect(await readJobStream(bytesOf(wire.queuedJob))).toEqual({
    id: 42,
    state: 'queued',
    category: 'Food',
    articles: [],
    setAside: [],
  })
  expect(await readJobStream(bytesOf(wire.finishedJob))).toEqual({
    id: 42,
    state: 'success',
    category: 'Food',
    articles: [{ id: 7, title: 'Bread', text: 'Flour.\n\nWater.' }],
    setAside: [],
  })
})

async function* bytesOf(text: string) {
  yield await Promise.resolve(new TextEncoder().encode(text))
}
