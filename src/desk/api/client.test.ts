import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { packIds } from '../../contract/ids.ts'
import { blankRequest } from '../../contract/testing/blank-request.ts'
import { createStubService, json, networkError, silence } from '../testing/stub-service.ts'
import { createClient } from './client.ts'
import { toFailure } from './errors.ts'

const credentials = {
  email: 'editor@example.org',
  serviceAddress: 'https://service.example',
  apiKey: 'key-1',
}

function setUp(key = 'key-1', email = credentials.email, isSameOrigin = false) {
  const service = createStubService({ accounts: { 'editor@example.org': 'key-1', 'é@例.example': 'clé:π' } })
  const client = createClient({
    serviceAddress: service.address,
    fetch: service.fetch,
    isSameOrigin,
    now: () => 0,
    headersTimeoutMs: 20,
    idleTimeoutMs: 20,
    credentials: () => ({ ...credentials, email, apiKey: key }),
  })
  return { service, client }
}

const failureOf = (attempt: Promise<unknown>) => attempt.then(() => undefined, toFailure)

describe('the client', () => {
  it('checks without credentials whether a service is there', async () => {
    const { client, service } = setUp()
    await client.ping()
    expect(service.requests[0]).toMatchObject({ method: 'GET', path: '/api/v1.0/ping', authorization: null })
  })

  it('learns which e-mail its credentials belong to', async () => {
    const { client, service } = setUp()
    expect(await client.authenticate()).toBe('editor@example.org')
    expect(service.requests[0]).toMatchObject({ method: 'POST', path: '/api/v1.0/ping', body: undefined })
  })

  it('sends credentials past Latin-1 as UTF-8', async () => {
    expect(await setUp('clé:π', 'é@例.example').client.authenticate()).toBe('é@例.example')
  })

  it('sends no cookies, follows no redirect and keeps nothing in the browser’s cache', async () => {
    const { client, service } = setUp()
    await client.authenticate()
    expect(service.requests[0]?.init).toMatchObject({
      credentials: 'omit',
      redirect: 'manual',
      cache: 'no-store',
    })
  })

  it('sends the intent’s key only to its own server, since another might refuse the header', async () => {
    const own = setUp('key-1', credentials.email, true)
    const other = setUp()
    await own.client.createJob(blankRequest, 'intent-1')
    await other.client.createJob(blankRequest, 'intent-1')
    const keyIn = ({ service }: typeof own) =>
      new Headers(service.requests[0]?.init.headers).get('Idempotency-Key')

    expect([keyIn(own), keyIn(other)]).toEqual(['"intent-1"', null])
  })

  it('sends exactly the fields that were filled in', async () => {
    const { client, service } = setUp()
    expect(await client.createJob({ ...blankRequest, articleCount: 8, idsToSkip: packIds([2, '2']) })).toBe(
      17,
    )
    expect(service.requests[0]?.body).toEqual({
      article_count: 8,
      remove_signature: false,
      ids_to_skip: [2, '2'],
    })
  })

  it.each<[name: string, response: Response | Error, failure: object]>([
    ['401', json({ detail: 'Wrong key.' }, 401), { kind: 'unauthorized', status: 401, detail: 'Wrong key.' }],
    ['403', json({}, 403), { kind: 'forbidden' }],
    ['404', json({}, 404), { kind: 'not-found' }],
    ['409', json({ message: 'Busy with it' }, 409), { kind: 'rejected', detail: 'Busy with it' }],
    ['429', json({}, 429, { 'Retry-After': '7' }), { kind: 'busy', retryAfterMs: 7_000 }],
    ['503', json({}, 503), { kind: 'busy', retryAfterMs: undefined }],
    [
      '503 until a time by its own clock',
      json({}, 503, {
        'Retry-After': 'Sat, 31 Jan 2026 12:00:30 GMT',
        Date: 'Sat, 31 Jan 2026 12:00:00 GMT',
      }),
      { kind: 'busy', retryAfterMs: 30_000 },
    ],
    ['408', json({}, 408), { kind: 'busy', status: 408 }],
    ['500', new Response('<h1>Oh</h1>', { status: 500 }), { kind: 'service-error', detail: 'Oh' }],
    ['302', new Response(null, { status: 302, headers: { Location: '/x' } }), { kind: 'redirected' }],
    ['no response', networkError(), { kind: 'unreachable' }],
    ['HTML', new Response('<h1>Hotel Wi-Fi</h1>'), { kind: 'unreadable', detail: 'Hotel Wi-Fi' }],
    ['something else', json({ ping: 'pang' }), { kind: 'unreadable' }],
  ])('reports %s as a failure, after one request', async (_name, response, failure) => {
    const { client, service } = setUp()
    service.failNext(response)
    expect(await failureOf(client.authenticate())).toMatchObject(failure)
    expect(service.requests).toHaveLength(1)
  })

  it('reports each key that is refused, also one that the editor gave meanwhile', async () => {
    const service = createStubService()
    const keys = ['old', 'newer', 'newer']
    const refused: string[] = []
    const client = createClient({
      serviceAddress: service.address,
      fetch: service.fetch,
      now: () => 0,
      credentials: () => ({ ...credentials, apiKey: keys[refused.length] ?? 'newer' }),
      onRefused: ({ apiKey }) => refused.push(apiKey),
    })
    expect(await failureOf(client.getJob(17))).toMatchObject({ kind: 'unauthorized' })
    expect(refused).toEqual(['old', 'newer'])
    expect(service.requests).toHaveLength(2)
  })

  it('times out if no response comes', async () => {
    const { client, service } = setUp()
    service.failNext(silence)
    expect(await failureOf(client.ping())).toEqual({ kind: 'timed-out' })
  })

  it('waits longer for the number of a new job, which would be lost', async () => {
    const { client, service } = setUp()
    const late = (response: Response) => async () => {
      await new Promise((resolve) => setTimeout(resolve, 40))
      return response
    }
    service.failNext(late(json({ ping: 'pong' })), late(json({ id: 9 }, 201)))
    expect(await failureOf(client.ping())).toEqual({ kind: 'timed-out' })
    expect(await client.createJob(blankRequest)).toBe(9)
  })

  it('times out if a response stops in the middle', async () => {
    const { client, service } = setUp()
    service.failNext((signal) => Promise.resolve(stalled(signal)))
    expect(await failureOf(client.getJob(17))).toEqual({ kind: 'timed-out' })
  })

  it.each([
    ['times out if hardly anything of a response comes for long, but never quite nothing', 1, 'timed-out'],
    ['reads a response however slowly, as long as it goes on coming', 2_000, undefined],
  ])('%s', async (_, pieceBytes, kind) => {
    const { client, service } = setUp()
    service.failNext((signal) => Promise.resolve(trickle(pieceBytes, signal)))
    // On a real clock, a process that stalls would count as a pause, or as the end of the trickle.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const failure = failureOf(client.getJob(17))
    await vi.advanceTimersByTimeAsync(1_000)
    expect((await failure)?.kind).toBe(kind)
  })

  it('distinguishes an aborted call from a time-out', async () => {
    const { client, service } = setUp()
    const caller = new AbortController()
    service.failNext(silence)
    const failure = failureOf(client.ping(caller.signal))
    caller.abort()
    expect(await failure).toEqual({ kind: 'aborted' })
  })

  it('keeps the API key out of error messages', async () => {
    const fetch = vi.fn<() => Promise<Response>>(() =>
      Promise.reject(new TypeError('Failed: key-1 in header')),
    )
    const client = createClient({ serviceAddress: '', fetch, now: () => 0, credentials: () => credentials })
    const error: unknown = await client.authenticate().catch((error: unknown) => error)
    const secrets = ['key-1', btoa('editor@example.org:key-1')]
    const said = `${String(error)} ${JSON.stringify(error)} ${(error as Error).stack} ${String((error as Error).cause)}`
    expect(secrets.filter((secret) => said.includes(secret))).toEqual([])
  })

  it.each<[name: string, response: (said: string) => Response]>([
    ['refuses the request', (said) => json({ message: said }, 500)],
    ['sends a page instead', (said) => new Response(`<h1>Debug</h1><p>${said}</p>`, { status: 403 })],
    ['sends something else than a job', (said) => new Response(said)],
  ])('leaves out the key if a service that %s repeats it', async (_name, response) => {
    const { client, service } = setUp('a  long key')
    const encoded = btoa('editor@example.org:a  long key')
    const said = `Wrong key: a  long key (Authorization: Basic ${encoded}). ${'x'.repeat(100)} ${encoded}`
    const asks = [() => client.authenticate(), () => client.getJob(17), () => client.createJob(blankRequest)]
    for (const ask of asks) {
      service.failNext(response(said))
      const { detail } = (await failureOf(ask())) as { detail?: string }
      expect(detail).toMatch(/Wrong key: ••• \(Authorization: Basic •••\)\. x+ •••$/)
    }
  })

  const escapedJson = (key: string) =>
    JSON.stringify({ code: 7, key }).replaceAll('/', '\\/').replace('+', '\\u002B').replace('é', '\\u00e9')
  const entities = (key: string) =>
    key.replace('&', '&amp;').replace('<', '&lt;').replace('+', '&#43;').replace('é', '&#xE9;')

  it.each<[name: string, key: string, body: (key: string) => string, shown: string]>([
    ['in JSON', 'a "long" key', (key) => JSON.stringify({ code: 7, key }), '{"code":7,"key":"•••"}'],
    ['in JSON that escapes more', 'a/"long"+kéy', escapedJson, '{"code":7,"key":"•••"}'],
    ['in a page that escapes all it can', 'a+&long<kéy', (key) => `Wrong: ${entities(key)}`, 'Wrong: •••'],
    ['unescaped in a page', 'a<long>key', (key) => `<p>Wrong: ${key}</p>`, 'Wrong: •••'],
    ['after many blanks', 'long-key', (key) => `${' '.repeat(3_990)}Wrong: ${key}`, 'Wrong: •••'],
    [
      'after a style sheet',
      'long-key',
      (key) => `<style>${'x'.repeat(3_975)}</style>Wrong: ${key}`,
      'Wrong: •••',
    ],
    [
      'after a long one',
      'long-key',
      (key) => `<style>${'x'.repeat(19_975)}</style>Wrong: ${key}`,
      'Wrong: •••',
    ],
  ])('leaves out all of a key that is repeated %s', async (_name, key, body, shown) => {
    const { client, service } = setUp(key)
    for (const status of [200, 500]) {
      service.failNext(new Response(body(key), { status }))
      expect(await failureOf(client.getJob(17))).toMatchObject({ detail: shown })
    }
  })

  it('reads JSON with a byte order mark, whatever its declared type', async () => {
    const { client, service } = setUp()
    const response = (text: string) =>
      new Response(`\ufeff${text}`, { headers: { 'Content-Type': 'text/html' } })
    service.failNext(response('{"id":5,"state":"running"}'), response('{"id":9}'))
    expect(await client.getJob(5)).toMatchObject({ id: 5, state: 'running' })
    expect(await client.createJob(blankRequest)).toBe(9)
  })

  it('rejects a response about another job', async () => {
    const { client, service } = setUp()
    service.failNext(json({ id: 18, state: 'success', articles: [] }))
    expect(await failureOf(client.getJob(17))).toMatchObject({ kind: 'unreadable' })
  })
})

function stalled(signal: AbortSignal | null | undefined): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"id":17,'))
      signal?.addEventListener('abort', () => controller.error(signal.reason))
    },
  })
  return new Response(body)
}

/** A job that takes eight times the longest pause to come, twice what a trickle may take. */
function trickle(pieceBytes: number, signal: AbortSignal | null | undefined): Response {
  const piece = ' '.repeat(pieceBytes)
  const pieces = ['{', ...Array.from({ length: 40 }, () => piece), '"id":17,"state":"success"}']
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 4))
      if (signal?.aborted) return controller.error(signal.reason)
      controller.enqueue(new TextEncoder().encode(pieces.shift()))
      return pieces.length === 0 ? controller.close() : undefined
    },
  })
  return new Response(body)
}
