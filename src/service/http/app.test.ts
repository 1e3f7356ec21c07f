import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Log } from './log.ts'
import type { TestService } from '../testing/test-service.ts'
import { startTestService } from '../testing/test-service.ts'
import { createVisitor } from '../testing/visitor.ts'

let it: TestService
const logged: Parameters<Log>[0][] = []

beforeAll(async () => {
  it = await startTestService({ log: (entry) => logged.push(entry) })
})
afterAll(() => it.stop())

const job = '/api/v1.0/jobs'

test.each([
  ['GET', '/api/v1.0/ping', 200],
  ['POST', '/api/v1.0/ping', 401],
  ['DELETE', '/api/v1.0/ping', 405],
  ['GET', '/api/v1.0/jobs', 405],
  ['GET', '/api/v1.0/jobs/1', 401],
  ['GET', '/api/v1.0/other', 404],
  ['GET', '/api/v2.0/ping', 404],
  ['GET', '/nowhere', 404],
  ['GET', '/openapi.json', 200],
  // Without METRICS_TOKEN there are no metrics.
  ['GET', '/metrics', 404],
  ['POST', '/openapi.json', 405],
  ['GET', '/settings', 200],
  ['POST', '/settings/session', 415],
])('%s %s: %i, with the headers that keep browsers from misinterpreting it', async (method, path, status) => {
  const response = await it.ask(method, path)

  expect(response.status).toBe(status)
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(response.headers.get('Content-Security-Policy')).toMatch(
    /default-src 'none'.*frame-ancestors 'none'/,
  )
  expect(response.headers.get('X-Frame-Options')).toBe('DENY')
  expect(response.headers.get('Referrer-Policy')).toMatch(/^(?:no-referrer|same-origin)$/)
  expect(response.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
  expect(response.headers.get('Cache-Control')).toBeTruthy()
})

test('an id that would lose digits is named with what is wrong', async () => {
  const response = await it.ask('POST', job, { as: it.editor, body: '{"ids_to_skip":[7,9007199254740993]}' })

  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({
    detail: 'ids_to_skip [1] is larger than 9007199254740991',
    errors: [{ field: 'ids_to_skip', detail: '[1] is larger than 9007199254740991' }],
  })
})

test.each([
  ['malformed', '{', 400],
  ['of a wrong type', '{"article_count":"many"}', 422],
  ['too large', `{"note":"${'x'.repeat(2 ** 20)}"}`, 413],
])('a request that is %s gets a problem, without a stack trace', async (_, body, status) => {
  const response = await it.ask('POST', job, { as: it.editor, body })
  const text = await response.text()

  expect(response.status).toBe(status)
  expect(response.headers.get('Content-Type')).toBe('application/problem+json')
  expect(JSON.parse(text)).toMatchObject({
    type: 'about:blank',
    status,
    detail: expect.any(String) as string,
  })
  expect(text).not.toMatch(/\n|\.ts|node_modules/)
})

test('an unsupported method gets the supported ones', async () => {
  const allowed = await Promise.all(
    ['/api/v1.0/ping', job, `${job}/1`, '/openapi.json'].map(async (path) =>
      (await it.ask('DELETE', path)).headers.get('Allow'),
    ),
  )

  expect(allowed).toEqual(['GET, HEAD, POST', 'POST', 'GET, HEAD', 'GET, HEAD'])
})

test('a trailing slash changes nothing', async () => {
  const created = await it.ask('POST', `${job}/`, { as: it.editor, body: {} })
  const { id } = (await created.json()) as { id: number }
  const statuses = await Promise.all(
    ['/api/v1.0/ping/', `${job}/${id}/`].map(
      async (path) => (await it.ask('GET', path, { as: it.editor })).status,
    ),
  )

  expect([created.status, ...statuses]).toEqual([201, 200, 200])
})

test('wrong credentials are challenged with Basic, unless a browser would open its own dialog', async () => {
  const challenge = async (headers: Record<string, string>) =>
    (await it.ask('POST', '/api/v1.0/ping', { headers })).headers.get('WWW-Authenticate')

  expect(await challenge({})).toBe('Basic realm="Article Desk", charset="UTF-8"')
  expect(await challenge({ 'Sec-Fetch-Mode': 'cors' })).toBe('ApiKey realm="Article Desk"')
})

test('a client without credentials is told how to send them, and one with wrong ones that they are wrong', async () => {
  const detail = async (as?: { email: string; key: string }) =>
    ((await (await it.ask('POST', '/api/v1.0/ping', { as })).json()) as { detail: string }).detail

  expect(await detail()).toContain('HTTP Basic')
  expect(await detail({ email: it.editor.email, key: 'wrong' })).toContain('is wrong')
})

test('HEAD responds as GET does, without the body', async () => {
  const { id } = (await (await it.ask('POST', job, { as: it.editor, body: {} })).json()) as { id: number }
  const responses = await Promise.all([
    it.ask('HEAD', '/api/v1.0/ping'),
    it.ask('HEAD', `${job}/${id}`, { as: it.editor }),
    it.ask('HEAD', '/openapi.json'),
  ])

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await Promise.all(responses.map((response) => response.text()))).toEqual(['', '', ''])
})

test('a probe from another origin learns that there is a service, and nothing else', async () => {
  const ping = await it.ask('GET', '/api/v1.0/ping')
  const other = await it.ask('POST', '/api/v1.0/ping', { as: it.editor })

  expect(ping.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  expect(other.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
  expect(ping.headers.get('Access-Control-Allow-Origin')).toBeNull()
})

test('guessing gets a 429, also at the sign-in and for an unknown account, while a right key from elsewhere works', async () => {
  const { submit } = createVisitor(
    () => it,
    () => '198.51.100.1',
  )
  const { key } = it.editor
  for (const email of [it.editor.email, 'nobody@example.org']) {
    const ping = (key: string) =>
      it.ask('POST', '/api/v1.0/ping', { as: { email, key }, from: '198.51.100.1' })
    const signIn = (key: string) => submit('/settings/session', { email, key })
    // At once, since the hash of each takes a while.
    const guesses = Array.from({ length: 5 }, () => [ping('guess'), signIn('guess')])
    const statuses = (await Promise.all(guesses.flat())).map(({ status }) => status)
    expect(statuses).toEqual(Array.from({ length: 5 }, () => [401, 403]).flat())

    for (const limited of [await ping(key), await signIn(key)]) {
      expect(limited.status).toBe(429)
      expect(Number(limited.headers.get('Retry-After'))).toBeGreaterThan(500)
    }
  }
  const elsewhere = await it.ask('POST', '/api/v1.0/ping', { as: it.editor, from: '198.51.100.2' })
  expect(elsewhere.status).toBe(200)
})

test('no log entry contains a key, an e-mail, a query or the text of a request', async () => {
  const { email, key } = await it.accounts.add('private@example.org')
  await it.ask('POST', '/api/v1.0/ping?key=in-a-query', { as: { email, key } })
  await it.ask('POST', job, { as: { email, key }, body: { keywords: ['confidential'], category: 5 } })
  await it.ask('GET', `/settings?token=${key}`)

  const lines = JSON.stringify(logged)
  expect(logged.length).toBeGreaterThan(3)
  for (const word of [key, email, 'in-a-query', 'confidential', 'token']) expect(lines).not.toContain(word)
})
