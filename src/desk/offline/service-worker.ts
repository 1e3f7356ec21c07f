import { createPrecache, isOfService, type PrecachedFiles } from './precache.ts'
import { takeOverMessage } from './take-over.ts'

// Sits between the desk's pages and the network and responds only for the desk's own files. The build writes it to
// `/sw.js` and puts these two before it.
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
  // Never automatic: a running page must not get another version's chunks before the editor has agreed.
  if (event.data === takeOverMessage) event.waitUntil(scope.skipWaiting())
})
scope.addEventListener('fetch', (event) => {
  const response = precache.respond(event.request)
  if (response) event.respondWith(response)
})
scope.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(showDesk(event.notification.data))
})

async function activate(): Promise<void> {
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  await precache.dropEarlier({ tabsAreOpen: tabs.length > 0 })
  // Take control of the page that registered this worker, so that it hears of the next version as well.
  await scope.clients.claim()
}

/** Shows the job in a tab of the desk, one that has it open if there is one, or in a new one if all have been closed. */
async function showDesk(address: string): Promise<void> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tabs = pages.filter(({ url }) => !isOfService(new URL(url).pathname))
  // Also while one of its articles is read.
  const showing = tabs.find(({ url }) => `${new URL(url).pathname}/`.startsWith(`${address}/`))
  const tab = showing ?? tabs[0]
  if (!tab) return void (await scope.clients.openWindow(address))
  await tab.focus()
  // Refused for a tab that this worker doesn't control. What is typed there is saved as it leaves.
  if (!showing) await tab.navigate(address).catch(() => undefined)
}

interface Lasting {
  waitUntil(work: Promise<unknown>): void
}

interface Events {
  install: Lasting
  activate: Lasting
  message: Lasting & { readonly data: unknown }
  fetch: { readonly request: Request; respondWith(response: Promise<Response>): void }
  notificationclick: Lasting & { readonly notification: { readonly data: string; close(): void } }
}

interface Tab {
  readonly url: string
  focus(): Promise<unknown>
  navigate(address: string): Promise<unknown>
}

/** The used part of a service worker's global scope: its types conflict with those of a page. */
interface Scope {
  readonly caches: CacheStorage
  readonly crypto: Crypto
  readonly location: Location
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Tab[]>
    openWindow(address: string): Promise<unknown>
    claim(): Promise<void>
  }
  fetch(input: string | Request, init?: RequestInit): Promise<Response>
  skipWaiting(): Promise<void>
  addEventListener<Kind extends keyof Events>(kind: Kind, listener: (event: Events[Kind]) => void): void
}
