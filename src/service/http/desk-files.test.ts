import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveDesk } from './desk-files.ts'
import type { Environment } from './environment.ts'
import { deskContentSecurityPolicy } from './security-headers.ts'

let root: string
let app: Hono<Environment>

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'desk-files-'))
  const dist = join(root, 'dist')
  mkdirSync(join(dist, 'assets'), { recursive: true })
  writeFileSync(join(root, 'secret.txt'), 'secret')
  writeFileSync(join(dist, '.built-from'), 'hidden')
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Desk</title>')
  writeFileSync(join(dist, 'icon.svg'), '<svg/>')
  writeFileSync(join(dist, 'assets', 'main-abc.js'), 'export {}')
  writeFileSync(join(dist, 'assets', 'main-abc.js.br'), 'as brotli')
  writeFileSync(join(dist, 'assets', 'main-abc.js.gz'), gzipSync('export {}'))
  app = new Hono<Environment>().use(serveDesk(dist))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const navigate = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

test.each(['/', '/sign-in', '/jobs/17/articles/4', '/index.html'])(
  'a visit to %s gets the desk’s only page',
  async (path) => {
    const response = await app.request(path, navigate)

    expect(await response.text()).toContain('<title>Desk</title>')
    expect(response.headers.get('Content-Security-Policy')).toBe(deskContentSecurityPolicy)
    expect(response.headers.get('Cache-Control')).toBe('no-cache')
  },
)

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%5c..%5c..%5csecret.txt',
  '//etc/passwd',
  '/.built-from',
  '/assets/main-abc.js.br',
  '/assets/gone.js',
  '/icon.svg%00.html',
])('%s reaches no file', async (path) => {
  expect((await app.request(path)).status).toBe(404)
})

test('files with hashed names are cached forever; a missing one does not get the page, even to a visitor', async () => {
  const response = await app.request('/assets/main-abc.js')

  expect(await response.text()).toBe('export {}')
  expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect((await app.request('/assets/gone.js', navigate)).status).toBe(404)
})

test.each([
  ['gzip, br', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])('Accept-Encoding %s yields the precompressed file: %s', async (accepted, encoding) => {
  const response = await app.request('/assets/main-abc.js', { headers: { 'Accept-Encoding': accepted } })

  expect(response.headers.get('Content-Encoding')).toBe(encoding)
  expect(response.headers.get('Vary')).toBe('Accept-Encoding')
})

test('files that the browser already has are not sent again', async () => {
  const etag = (await app.request('/icon.svg')).headers.get('ETag') ?? ''

  expect((await app.request('/icon.svg', { headers: { 'If-None-Match': etag } })).status).toBe(304)
})

test('HEAD gets no body, and other methods are not supported', async () => {
  expect(await (await app.request('/', { method: 'HEAD' })).text()).toBe('')
  expect((await app.request('/', { ...navigate, method: 'POST' })).status).toBe(404)
})

test('a folder without a build is an error at start, not a blank page later', () => {
  expect(() => serveDesk(root)).toThrow('no built desk')
})
