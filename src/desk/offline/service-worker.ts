import { createPrecache, type PrecachedFiles } from './precache.ts'
import { takeOverMessage } from './take-over.ts'

// Stands between the desk's pages and the network and answers for the desk's own files alone. Written to `/sw.js` by the
// build, which puts these two before it.
declare const precachedFiles: PrecachedFiles
declare const precacheVersion: string

const scope = globalThis as unknown as Scope

const precache = createPrecache<Request>({
  caches: scope.caches,
  fetch: (input, init) => scope.fetch(input, init),
  files: precachedFiles,
  version: precacheVersion,
  origin: scope.location.origin,
  async digestOf(bytes) {
    const digest = new Uint8Array(await scope.crypto.subtle.digest('SHA-256', bytes))
    return `sha256-${btoa(String.fromCharCode(...digest))}`
  },
})

scope.addEventListener('install', (event) => event.waitUntil(precache.install()))
scope.addEventListener('activate', (event) => event.waitUntil(activate()))
scope.addEventListener('message', (event) => {
  // Never automatically: a running page is never given another version's parts before the editor has said so.
  if (event.data === takeOverMessage) event.waitUntil(scope.skipWaiting())
})
scope.addEventListener('fetch', (event) => {
  const answer = precache.answer(event.request)
  if (answer) event.respondWith(answer)
})

async function activate(): Promise<void> {
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  await precache.dropEarlier({ tabsAreOpen: tabs.length > 0 })
  // The page that brought this worker is in its care from now on, and hears of the next version as all do.
  await scope.clients.claim()
}

interface Lasting {
  waitUntil(work: Promise<unknown>): void
}

interface Events {
  install: Lasting
  activate: Lasting
  message: Lasting & { readonly data: unknown }
  fetch: { readonly request: Request; respondWith(answer: Promise<Response>): void }
}

/** What is used of a service worker's global scope: its types exclude those of a page. */
interface Scope {
  readonly caches: CacheStorage
  readonly crypto: Crypto
  readonly location: Location
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly unknown[]>
    claim(): Promise<void>
  }
  fetch(input: string | Request, init?: RequestInit): Promise<Response>
  skipWaiting(): Promise<void>
  addEventListener<Kind extends keyof Events>(kind: Kind, listener: (event: Events[Kind]) => void): void
}
