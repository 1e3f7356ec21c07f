// Must be the first import: see early.ts.
import { early } from './early.ts'
import './app/first-paint.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { findTrouble } from './api/probe.ts'
import { App, prefetchSignedIn } from './app/app.tsx'
import type { ConnectWorker } from './app/use-account-worker.ts'
import { openOnce, type OpenUpdates } from './offline/updates-context.ts'
import { createCredentialStore } from './session/credential-store.ts'
import { createKeyVault } from './session/key-vault.ts'
import type { Authenticator } from './session/session-provider.tsx'
import { createTabChannel } from './session/tab-channel.ts'
import { connectWorker as connectNewWorker } from './worker-client/connect-worker.ts'
import { prefetches } from './ui/lazy-part.tsx'
import './ui/tokens.css'
import './ui/fonts.css'
import './ui/base.css'

// Only this file uses the real network, storage, clock and page; everything else receives them.
const network: typeof fetch = (input, init) => fetch(input, init)
const now = () => Date.now()

const store = createCredentialStore({
  tab: storage(() => sessionStorage),
  device: storage(() => localStorage),
  vault: createKeyVault(
    // Some browsers offer a database that they forbid to open, but no local storage.
    storage(() => localStorage && indexedDB),
    globalThis.crypto.subtle,
    now,
  ),
  now,
})

// Only signing in talks to the service from the page; otherwise the worker does.
const loadClient = () => import('./api/client.ts')
// To sign in again, it must be there even if a newer desk has replaced its file.
prefetches.add(loadClient)

const service: Authenticator = {
  async authenticate(credentials) {
    // Prefetch while the service answers; if that fails, it is fetched again when it is drawn.
    void prefetchSignedIn().catch(() => undefined)
    const { createClient } = await loadClient()
    const { serviceAddress } = credentials
    return createClient({
      serviceAddress,
      fetch: network,
      now,
      credentials: () => credentials,
    }).authenticate()
  },
  findTrouble: (failure, serviceAddress) =>
    findTrouble(failure, { serviceAddress, fetch: network, pageAddress: location.href }),
}

const connectWorker: ConnectWorker = async (options) => {
  const opening = early.take(options) ?? connectNewWorker(options)
  // Load in parallel, draw when both are there.
  const [opened] = await Promise.all([opening, prefetchSignedIn().catch(() => undefined)])
  return opened
}

// In development files change all the time, so nothing is cached.
const openUpdates: OpenUpdates | undefined =
  import.meta.env.PROD && 'serviceWorker' in navigator
    ? openOnce(async () => {
        const container = navigator.serviceWorker
        const { openUpdates } = await import('./offline/updates.ts')
        return openUpdates({ container, fetch: network, now })
      })
    : undefined

const tabs = createTabChannel(
  typeof BroadcastChannel === 'undefined' ? undefined : (name) => new BroadcastChannel(name),
)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

const restored = await store.restore()
if (restored) void prefetchSignedIn().catch(() => undefined)
else early.drop()

const desk = (
  <StrictMode>
    <App {...{ restored, store, tabs, service, connectWorker, openUpdates }} />
  </StrictMode>
)

// The prerendered sign-in page may already contain input, so it is hydrated as it is. As a transition, React does so in
// short steps; a key that is pressed in between makes it finish first.
if (document.documentElement.dataset['showsForm'] && root.firstElementChild)
  startTransition(() => void hydrateRoot(root, desk))
else {
  root.removeAttribute('data-prerendered')
  root.replaceChildren()
  createRoot(root).render(desk)
}

// Loads while the key is being typed, and not in the task that ran all of the above.
if (!restored) setTimeout(() => void loadClient().catch(() => undefined))

/** If storage is forbidden, even accessing the property throws. */
function storage<T>(name: () => T): T | undefined {
  try {
    return name()
  } catch {
    return undefined
  }
}
