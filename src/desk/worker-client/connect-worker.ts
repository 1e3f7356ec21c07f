// oxlint-disable-next-line import/default -- Vite makes it
import workerUrl from '../worker/main.ts?worker&url'
import type { WorkerConnection, WorkerOptions } from './worker-connection.ts'
import { connectSupervised, type StartedWorker } from './supervised-worker.ts'

/** Missing where the page is not served securely. */
const locks = (navigator as Partial<Navigator>).locks

/** A worker that has not started by then is not going to. */
const startTimeoutMs = 10_000

/**
 * Opens the worker of an account in a worker, so that an answer of any size is fetched, read and saved without the page
 * noticing; on the page itself where no worker starts. Throws a `LibraryError` where a newer desk has been here.
 */
export async function connectWorker(options: WorkerOptions): Promise<WorkerConnection> {
  let ready = await startWorker().catch(() => undefined)
  if (!ready) {
    const { connectInPlace, thisPlace } = await import('../worker/connect-in-place.ts')
    return connectInPlace(options, thisPlace())
  }
  return connectSupervised({
    ...options,
    async start() {
      const worker = ready ?? (await startWorker())
      ready = undefined
      return worker
    },
  })
}

async function startWorker(): Promise<StartedWorker> {
  const name = `article-desk ${Math.random()}`
  const worker = new Worker(trustedWorkerUrl(), { type: 'module', name })
  try {
    await new Promise<unknown>((resolve, reject) => {
      worker.addEventListener('message', resolve, { once: true })
      worker.addEventListener('error', reject, { once: true })
      setTimeout(reject, startTimeoutMs)
    })
  } catch (error) {
    worker.terminate()
    throw error
  }
  const inUse = new AbortController()
  return Object.assign(worker, {
    onDeath(callback: () => void) {
      // What can't be read is an answer that somebody waits for, for ever.
      worker.addEventListener('messageerror', callback)
      // The worker holds the lock of its name; the browser hands it on when the worker has ended, of whatever.
      locks?.request(name, { signal: inUse.signal }, callback).catch(() => {})
    },
    terminate() {
      inUse.abort()
      Worker.prototype.terminate.call(worker)
    },
  })
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): {
    createScriptURL(url: string): string
  }
}

let policy: { createScriptURL(url: string): string } | undefined

/** Under trusted types a worker's address must come from a policy; this one knows a single address: our own worker's. */
function trustedWorkerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  // Made once: the page's security policy lets nobody make another of that name.
  policy ??= trustedTypes?.createPolicy('article-desk', {
    createScriptURL(url) {
      if (url !== workerUrl) throw new TypeError('Only our own worker is started')
      return url
    },
  })
  return policy?.createScriptURL(workerUrl) ?? workerUrl
}
