import { beforeEach, describe, expect, it } from 'vitest'
import { type AskedFor, createPrecache, type PrecachedFiles } from './precache.ts'

const origin = 'https://desk.example'
const policy = "default-src 'self'"

/** Files on the server: the latest deploy. */
let deployed: Record<string, string>
/** What the browser's HTTP cache holds, asked first for hashed files. */
let httpCache: Record<string, string>
let fetched: string[]
let caches: CacheStorage

beforeEach(() => {
  deployed = {
    '/': 'page 1',
    '/theme.js': 'theme',
    '/assets/desk-1.js': 'desk 1',
    '/assets/font.woff2': 'font',
  }
  httpCache = {}
  fetched = []
  caches = createFakeCaches()
})

describe('installing', () => {
  it('stores every file of the build', async () => {
    const first = build('1')
    await first.install()
    expect(await textOf(first.respond(get('/assets/desk-1.js')))).toBe('desk 1')
    expect(fetched).toEqual(['/', '/theme.js', '/assets/desk-1.js', '/assets/font.woff2'])
  })

  it('leaves nothing behind if a file is missing, and keeps the earlier build complete', async () => {
    const first = build('1')
    await first.install()
    deploySecond()
    const second = build('2')
    delete deployed['/assets/desk-2.js']
    await expect(second.install()).rejects.toThrow('/assets/desk-2.js returned 404')
    expect(await caches.keys()).toEqual(['article-desk/1'])
    expect(await textOf(first.respond(navigation('/jobs')))).toBe('page 1')
  })

  it('fails if a file is from another build than the list', async () => {
    const first = build('1')
    deployed['/'] = 'page 2'
    await expect(first.install()).rejects.toThrow('digest')
    expect(await caches.keys()).toEqual([])
  })

  it('copies unchanged files from the previous build, and fetches those without a hash in their names', async () => {
    await build('1').install()
    deploySecond()
    fetched = []
    await build('2').install()
    expect(fetched).toEqual(['/', '/theme.js', '/assets/desk-2.js'])
  })

  it('keeps the active version complete if a rollback to it is interrupted', async () => {
    const first = build('1')
    const files = deployed
    await first.install()
    deploySecond()
    await build('2').install()
    await (await caches.open('article-desk/1')).put('/assets/font.woff2', new Response('damaged'))
    deployed = files
    const again = build('1')
    deployed = {}
    fetched = []
    await expect(again.install()).rejects.toThrow('404')
    expect(fetched).toEqual(['/assets/font.woff2'])
    expect(await textOf(first.respond(navigation('/jobs')))).toBe('page 1')
    deployed = files
    await again.install()
    expect(await textOf(again.respond(get('/assets/font.woff2')))).toBe('font')
  })

  it('starts again if an earlier attempt was interrupted', async () => {
    const half = await caches.open('article-desk/1')
    await half.put('/', new Response('half'))
    const first = build('1')
    await first.install()
    expect(await textOf(first.respond(navigation('/')))).toBe('page 1')
  })
})

describe('responding', () => {
  it.each(['/', '/jobs/17/articles/4', '/sign-in', '/index.html', '/library?q=solar'])(
    'a visit to %s gets the page of this build, with its security policy',
    async (path) => {
      const first = build('1')
      await first.install()
      deploySecond()
      const response = await first.respond(navigation(path))
      expect(await response?.text()).toBe('page 1')
      expect(response?.headers.get('Content-Security-Policy')).toBe(policy)
    },
  )

  it.each<[string, AskedFor]>([
    ['a call of the interface', get('/api/v1.0/jobs/17')],
    ['a call of another version of it', get('/api/v2/ping')],
    ['a visit to a response of the interface', navigation('/api/v1.0/ping')],
    ['the page where keys are made', navigation('/settings')],
    ['what lies below that page', navigation('/settings/key')],
    ['the description of the interface', navigation('/openapi.json')],
    ['a visit to the health of the service', navigation('/healthz')],
    ['a visit to its readiness', navigation('/readyz')],
    ['a visit to its metrics', navigation('/metrics')],
    ['a request of a job', { ...get('/api/v1.0/jobs'), method: 'POST' }],
    ['a form that is sent', { ...navigation('/jobs'), method: 'POST' }],
    ['another service', { ...get('/'), url: 'https://elsewhere.example/api/v1.0/ping' }],
    ['another host’s file of the same name', { ...get('/'), url: 'https://elsewhere.example/theme.js' }],
    ['a part of a file', { ...get('/assets/font.woff2'), headers: new Headers({ Range: 'bytes=0-1' }) }],
    ['the worker itself', get('/sw.js')],
    ['a file with a query', get('/theme.js?fresh')],
    ['a file nobody knows', get('/robots.txt')],
  ])('leaves %s to the network', async (_, request) => {
    const first = build('1')
    await first.install()
    expect(first.respond(request)).toBeUndefined()
  })

  it.each([
    ['the page', '/', 'page 1'],
    ['a part', '/assets/desk-1.js', 'desk 1'],
  ])('repairs %s that was damaged on the disk, and stores it as built', async (_, path, built) => {
    await build('1').install()
    await (await caches.open('article-desk/1')).put(path, new Response('damaged'))
    const asked = path === '/' ? navigation('/jobs') : get(path)
    expect(await textOf(build('1').respond(asked))).toBe(built)
    fetched = []
    expect(await textOf(build('1').respond(asked))).toBe(built)
    expect(fetched).toEqual([])
  })

  it('never serves a damaged file: it asks the network, whatever that says', async () => {
    const first = build('1')
    await first.install()
    await (await caches.open('article-desk/1')).put('/assets/desk-1.js', new Response('damaged'))
    delete deployed['/assets/desk-1.js']
    expect(await textOf(first.respond(get('/assets/desk-1.js')))).toBe('gone')
  })

  it('copies no damaged file into the next build, not even from the HTTP cache', async () => {
    await build('1').install()
    await (await caches.open('article-desk/1')).put('/assets/font.woff2', new Response('damaged'))
    httpCache['/assets/font.woff2'] = 'damaged'
    deploySecond()
    const second = build('2')
    await second.install()
    expect(await textOf(second.respond(get('/assets/font.woff2')))).toBe('font')
  })

  it('asks the network if the browser has evicted the files', async () => {
    const first = build('1')
    await first.install()
    await caches.delete('article-desk/1')
    expect(await textOf(first.respond(navigation('/jobs')))).toBe('page 1')
  })
})

describe('a newer build', () => {
  it('serves an open tab the files it started with, and drops them with the next build', async () => {
    await build('1').install()
    deploySecond()
    const second = build('2')
    await second.install()
    await second.dropEarlier({ tabsAreOpen: true })
    expect(await textOf(second.respond(get('/assets/desk-1.js')))).toBe('desk 1')

    const third = build('3')
    await third.install()
    await third.dropEarlier({ tabsAreOpen: true })
    expect(await caches.keys()).toEqual(['article-desk/2', 'article-desk/3'])
  })

  it('keeps the previously active build, even after a rollback to it', async () => {
    const roll = async (version: string) => {
      const next = build(version)
      await next.install()
      await next.dropEarlier({ tabsAreOpen: true })
      return next
    }
    const files = deployed
    await roll('1')
    deploySecond()
    await roll('2')
    deployed = files
    await roll('1')
    deploySecond()
    deployed['/assets/desk-3.js'] = 'desk 3'
    const third = await roll('3')
    expect(await textOf(third.respond(get('/assets/desk-1.js')))).toBe('desk 1')
    expect(await caches.keys()).toEqual(['article-desk/1', 'article-desk/3'])
    await roll('4')
    expect(await caches.keys()).toEqual(['article-desk/3', 'article-desk/4'])
  })

  it('drops all earlier builds if no tab is open, and nothing of other programs', async () => {
    await caches.open('of-another-program')
    await build('1').install()
    const second = build('2')
    await second.install()
    await second.dropEarlier({ tabsAreOpen: false })
    expect(await caches.keys()).toEqual(['of-another-program', 'article-desk/2'])
  })
})

function deploySecond(): void {
  const { '/assets/desk-1.js': _, ...rest } = deployed
  deployed = { ...rest, '/': 'page 2', '/assets/desk-2.js': 'desk 2' }
}

/** The precache of the current deploy. In this test a file's digest is its content. */
function build(version: string) {
  const files: PrecachedFiles = { ...deployed }
  return createPrecache<AskedFor>({
    caches,
    files,
    version,
    origin,
    digestOf: async (bytes) => new TextDecoder().decode(bytes),
    async fetch(input, init) {
      const path = typeof input === 'string' ? input : new URL(input.url).pathname
      const asked = typeof input === 'string' || input.mode !== 'navigate' ? path : '/'
      fetched.push(asked)
      const body = init?.cache === 'default' ? (httpCache[asked] ?? deployed[asked]) : deployed[asked]
      if (body === undefined) return new Response('gone', { status: 404 })
      if (init?.integrity !== undefined && init.integrity !== body) throw new TypeError('digest')
      return new Response(body, { headers: { 'Content-Security-Policy': policy, Vary: 'Accept-Encoding' } })
    },
  })
}

function get(path: string): AskedFor {
  return { method: 'GET', mode: 'cors', url: origin + path, headers: new Headers() }
}

function navigation(path: string): AskedFor {
  return { ...get(path), mode: 'navigate' }
}

const textOf = async (response: Promise<Response> | undefined): Promise<string | undefined> =>
  (await response)?.text()

/** The browser's cache storage, which tests don't have: cache names in order of creation, responses by path. */
function createFakeCaches(): CacheStorage {
  const caches = new Map<string, Map<string, Response>>()
  const fake = {
    keys: async () => [...caches.keys()],
    delete: async (name: string) => caches.delete(name),
    async open(name: string) {
      const kept = caches.get(name) ?? new Map<string, Response>()
      caches.set(name, kept)
      return {
        match: async (path: string) => kept.get(path)?.clone(),
        delete: async (path: string) => kept.delete(path),
        put: async (path: string, response: Response) => void kept.set(path, response),
      }
    },
  }
  return fake as unknown as CacheStorage
}
