import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createClient } from './api/client.ts'
import { findTrouble } from './api/probe.ts'
import { App } from './app/app.tsx'
import { createCredentialStore } from './session/credential-store.ts'
import { createKeyVault } from './session/key-vault.ts'
import type { ServiceDoor } from './session/session-provider.tsx'
import { createTabChannel } from './session/tab-channel.ts'
import './ui/base.css'

// The only file that names the real network, storage, clock and page: everything below is given them.
const network: typeof fetch = (input, init) => fetch(input, init)
const now = () => Date.now()

const store = createCredentialStore(
  storage(() => sessionStorage),
  storage(() => localStorage),
  createKeyVault(storage(() => indexedDB), globalThis.crypto.subtle, now),
)

const service: ServiceDoor = {
  authenticate: (credentials) =>
    createClient({
      serviceAddress: credentials.serviceAddress,
      fetch: network,
      now,
      credentials: () => credentials,
    }).authenticate(),
  findTrouble: (failure, serviceAddress) =>
    findTrouble(failure, { serviceAddress, fetch: network, pageAddress: location.href }),
}

const tabs = createTabChannel(
  typeof BroadcastChannel === 'undefined' ? undefined : (name) => new BroadcastChannel(name),
)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

createRoot(root).render(
  <StrictMode>
    <App restored={await store.restore()} store={store} tabs={tabs} service={service} />
  </StrictMode>,
)

/** Where storage is forbidden, its mere mention throws. */
function storage<T>(name: () => T): T | undefined {
  try {
    return name()
  } catch {
    return undefined
  }
}
