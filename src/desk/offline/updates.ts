import { takeOver } from './take-over.ts'

/**
 * `ready`: a newer version waits for the editor's word. `taken-over`: another tab has said it, and this page still runs
 * the old one.
 */
export type UpdateState = 'none' | 'ready' | 'taken-over'

/** The desk's newer versions, and when they may take its place. */
export interface Updates {
  readonly state: () => UpdateState
  readonly subscribe: (listener: () => void) => () => void
  /** Lets the new version take over in all tabs; refused while a tab holds it back. Loading this page is the caller's. */
  takeOver(): Promise<'taken-over' | 'held-back'>
  /** For as long as there is something in this tab that would be lost. @returns lets go */
  holdBack(): () => void
}

export interface UpdatesOptions {
  readonly container: ServiceWorkerContainer
  /** Undefined where the browser has none: no tab then knows of the others. */
  readonly locks: LockManager | undefined
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>
  readonly now: () => number
}

/** How long a page that stays open goes without asking for a newer version. */
const checkEveryMs = 60 * 60_000

const lockName = 'article-desk/unsaved'

/** Registers the worker that keeps the desk for when there is no network. Rejects where the browser refuses it. */
export async function openUpdates({ container, locks, fetch, now }: UpdatesOptions): Promise<Updates> {
  const registration = await container.register(trustedWorkerUrl(), { updateViaCache: 'none' })
  const listeners = new Set<() => void>()
  let began = container.controller ?? registration.active
  let state: UpdateState = 'none'
  let checkedAt = now()

  const look = () => {
    const controller = container.controller
    const isOther = began !== null && controller !== null && controller !== began
    began ??= controller
    // The first worker of all waits for a moment too, for nobody.
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
    async takeOver() {
      const held = (await locks?.query())?.held ?? []
      if (held.some(({ name }) => name === lockName)) return 'held-back'
      await takeOver(registration)
      return 'taken-over'
    },
    holdBack() {
      let letGo = () => {}
      const released = new Promise<void>((resolve) => (letGo = resolve))
      void locks?.request(lockName, { mode: 'shared' }, () => released)
      return letGo
    },
  }
}

/** Another program may live at this address some day, as it does on one's own machine: it must not be hidden for ever. */
async function isGone(fetch: UpdatesOptions['fetch']): Promise<boolean> {
  try {
    const { status, headers } = await fetch(workerUrl, { method: 'HEAD', cache: 'no-store' })
    const isOk = status >= 200 && status < 300
    return status === 404 || status === 410 || (isOk && !headers.get('Content-Type')?.includes('javascript'))
  } catch {
    return false
  }
}

/** At the root, because a worker has power over what lies below its own address, and no further. */
const workerUrl = '/sw.js'

interface Policy {
  createScriptURL(url: string): string
}

interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy
}

let policy: Policy | undefined

/** Under trusted types the address of a worker must come from a policy; this one knows a single address. */
function trustedWorkerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  // Made once: the page's security policy lets nobody make another of that name.
  policy ??= trustedTypes?.createPolicy('article-desk-offline', {
    createScriptURL(url) {
      if (url !== workerUrl) throw new TypeError('Only our own worker is registered')
      return url
    },
  })
  return policy?.createScriptURL(workerUrl) ?? workerUrl
}
