// oxlint-disable-next-line import/default -- Vite generates it
import workerUrl from '../worker/main.ts?worker&url'
import type { WorkerConnection, WorkerOptions } from '../worker-protocol/worker-connection.ts'
import { type LaunchedWorker, workerLauncher } from './launch-worker.ts'
import { connectSupervised, type StartedWorker } from './supervised-worker.ts'

/** Undefined in an insecure context. */
const locks = (navigator as Partial<Navigator>).locks

/** A worker that hasn't started by then never will. */
const startTimeoutMs = 10_000

/**
 * Opens an account in a worker, so that responses of any size are fetched, read and saved without blocking the page;
 * falls back to the page itself if no worker starts. Throws a `LibraryError` if a newer desk has run on this device.
 */
export async function connectWorker(options: WorkerOptions): Promise<WorkerConnection> {
  let ready = await startWorker().catch(() => undefined)
  if (!ready) {
    const { connectInPlace, thisEnvironment } = await import('../worker/connect-in-place.ts')
    return connectInPlace(options, thisEnvironment())
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
  const { worker, name, running } = takeLaunched() ?? launch()
  try {
    await Promise.race([running, timeout()])
  } catch (error) {
    worker.terminate()
    throw error
  }
  const inUse = new AbortController()
  const { signal } = inUse
  const terminate = () => {
    inUse.abort()
    Worker.prototype.terminate.call(worker)
  }
  return Object.assign(worker, {
    onCrash(callback: () => void) {
      // Without this, the caller of a reply that can't be deserialized would wait forever.
      worker.addEventListener('messageerror', callback)
      // The worker holds the lock of its name; the browser grants it here when the worker has ended for any reason.
      locks?.request(name, { signal }, callback).catch(() => {})
    },
    // A page that the browser puts into its cache suspends its worker with all that it holds. WebKit suspends it in the
    // middle of a transaction, for which every other page would wait.
    onResume(callback: () => void) {
      const end = ({ persisted }: PageTransitionEvent) => {
        if (!persisted) return
        terminate()
        addEventListener('pageshow', callback, { once: true })
      }
      addEventListener('pagehide', end, { signal })
    },
    terminate,
  })
}

/** The worker that was started before this script was there. */
function takeLaunched(): LaunchedWorker | undefined {
  const launched = globalThis.launchedWorker
  globalThis.launchedWorker = undefined
  return launched
}

let launcher: (() => LaunchedWorker) | undefined

function launch(): LaunchedWorker {
  // Created once: the page's security policy forbids a second policy of that name.
  launcher ??= workerLauncher(workerUrl, 'article-desk')
  return launcher()
}

const timeout = (): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(reject, startTimeoutMs)
  })
