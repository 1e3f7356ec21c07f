import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { createClient } from '../api/client.ts'
import type { Credentials } from '../api/credentials.ts'
import { findTrouble } from '../api/probe.ts'
import { App } from '../app/app.tsx'
import { connectInPlace } from '../worker/connect-in-place.ts'
import type { ConnectWorker } from '../app/use-account-worker.ts'
import type { CredentialStore } from '../session/credential-store.ts'
import { createTabChannel } from '../session/tab-channel.ts'
import { deviceAlone } from './device-alone.ts'
// Loads the screens.
import './render-desk.tsx'
import type { StubService } from './stub-service.ts'

export interface RenderAppOptions {
  readonly service: StubService
  /** The initial address. */
  readonly at: string
  /** Who is signed in; nobody if omitted. */
  readonly signedIn?: Credentials
  /** The device; pass it on to "reload" the page. */
  readonly indexedDB?: IDBFactory
  readonly now?: () => number
  /** Where credentials are stored; in memory if omitted. */
  readonly store?: CredentialStore
  /** How the worker is reached; without one, in place, if omitted. */
  readonly connectWorker?: ConnectWorker
}

await import('../app/signed-in.tsx')

/**
 * Renders the whole desk as in the browser, from sign-in to library, over the stub service; only the worker is missing,
 * since tests have none. `unmount` and a second call with the same `indexedDB` act as a reload.
 */
export function renderApp({
  service,
  at,
  signedIn,
  indexedDB = new IDBFactory(),
  now = Date.now,
  store = createTestCredentialStore(signedIn),
  connectWorker = (options) =>
    connectInPlace(options, { fetch: service.fetch, indexedDB, ...deviceAlone, now }),
}: RenderAppOptions) {
  window.history.replaceState(null, '', at)
  const { fetch } = service
  const { unmount } = render(
    <App
      restored={signedIn}
      store={store}
      tabs={createTabChannel(undefined)}
      service={{
        authenticate: (credentials) =>
          createClient({
            serviceAddress: service.address,
            fetch,
            now,
            credentials: () => credentials,
          }).authenticate(),
        findTrouble: (failure, serviceAddress) =>
          findTrouble(failure, { serviceAddress, fetch, pageAddress: window.location.href }),
      }}
      connectWorker={connectWorker}
    />,
  )
  return { user: userEvent.setup(), indexedDB, unmount, address: () => window.location.pathname }
}

/** Stores credentials for the duration of the test. */
function createTestCredentialStore(restored: Credentials | undefined): CredentialStore {
  let kept = restored
  const keep = (credentials: Credentials | undefined) => {
    kept = credentials
    return Promise.resolve()
  }
  return {
    cannotRemember: undefined,
    restore: () => Promise.resolve(kept),
    keep: (credentials) => keep(credentials),
    adopt: (credentials) => keep(credentials),
    forget: () => keep(undefined),
    forgetTab: () => void keep(undefined),
  }
}
