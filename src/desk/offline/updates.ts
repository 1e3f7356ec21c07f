import { takeOver } from './take-over.ts'

/**
 * `ready`: a newer version waits for the editor's consent. `taken-over`: another tab has given it, and this page still
 * runs the old one.
 */
export type UpdateState = 'none' | 'ready' | 'taken-over'

/** Reports newer versions of the desk and controls when they take over. */
export interface Updates {
  readonly state: () => UpdateState
  readonly subscribe: (listener: () => void) => () => void
  /** Lets the new version take over in all tabs. The caller reloads this page. */
  takeOver(): Promise<void>
}

export interface UpdatesOptions {
  readonly container: ServiceWorkerContainer
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>
  readonly now: () => number
}

/** How often an open page checks for a newer version. */
const checkEveryMs = 60 * 60_000

/** Registers the worker that caches the desk for offline use. Rejects if the browser refuses it. */
export async function openUpdates({ container, fetch, now }: UpdatesOptions): Promise<Updates> {
  const registration = await container.register(trustedWorkerUrl(), { updateViaCache: 'none' })
  const listeners = new Set<() => void>()
  let began = container.controller ?? registration.active
  let state: UpdateState = 'none'
  let checkedAt = now()

  const look = () => {
    const controller = container.controller
    const isOther = began !== null && controller !== null && controller !== began
    began ??= controller
    // The very first worker also waits for a moment, though it replaces nobody.
    const isReady = registration.waiting !== null && registration.active !== null
    const next = isOther ? 'taken-over' : isReady ? 'ready' : 'none'
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }
  const follow = () => registration.installing?.addEventListener('statechange', look)
  container.addEventListener('controllerchange', look)
  registration.addEventListener('updatefound', follow)
  follow()
  look()

  const check = async () => {
    if (document.visibilityState === 'hidden' || now() - checkedAt < checkEveryMs) return
    checkedAt = now()
    try {
      await registration.update()
    } catch {
      if (await isGone(fetch)) await registration.unregister()
    }
  }
  document.addEventListener('visibilitychange', () => void check())
  setInterval(() => void check(), checkEveryMs)

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    takeOver: () => takeOver(registration),
  }
}

/** Another program may be served at this address later, as on localhost: it must not stay hidden behind the cache. */
async function isGone(fetch: UpdatesOptions['fetch']): Promise<boolean> {
  try {
    const { status, headers } = await fetch(workerUrl, { method: 'HEAD', cache: 'no-store' })
    const isOk = status >= 200 && status < 300
    return status === 404 || status === 410 || (isOk && !headers.get('Content-Type')?.includes('javascript'))
  } catch {
    return false
  }
}

/** At the root, because a worker only controls paths below its own address. */
const workerUrl = '/sw.js'

let policy: { createScriptURL(url: string): string } | undefined

/** Under trusted types a worker's address must come from a policy; this one allows a single address. */
function trustedWorkerUrl(): string {
  // Created once: the page's security policy forbids a second policy of that name.
  policy ??= globalThis.trustedTypes?.createPolicy('article-desk-offline', {
    createScriptURL(url) {
      if (url !== workerUrl) throw new TypeError('Only our own worker is registered')
      return url
    },
  })
  return policy?.createScriptURL(workerUrl) ?? workerUrl
}
