/** Sent by a page to a waiting worker when the editor wants the new version. */
export const takeOverMessage = 'take-over'

/** A worker that hasn't taken over by then isn't waited for: the page is reloaded anyway. */
const longestWaitMs = 10_000

/**
 * Lets the newest worker take over in every tab. Resolves when it has, or if there is none; the pages keep running the
 * version they were loaded with.
 */
export async function takeOver(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.waiting ?? registration.installing
  if (!worker) return
  await reaches(worker, 'installed')
  worker.postMessage(takeOverMessage)
  await reaches(worker, 'activated')
}

/** Loads the newest desk if an older one can't continue; without this the old service worker would respond again. */
export async function loadNewest(
  container: ServiceWorkerContainer | undefined,
  reload: () => void,
): Promise<void> {
  try {
    const registration = await container?.getRegistration()
    // On a network that hangs, so does the request for the worker. Without one, a newer worker may still be waiting.
    const updated = registration?.update().catch(() => undefined)
    await Promise.race([updated, new Promise((resolve) => setTimeout(resolve, longestWaitMs))])
    if (registration) await takeOver(registration)
  } catch {
    // Without a worker, load whatever is available.
  }
  reload()
}

const order = ['parsed', 'installing', 'installed', 'activating', 'activated', 'redundant']

function reaches(worker: ServiceWorker, state: ServiceWorkerState): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (order.indexOf(worker.state) >= order.indexOf(state)) resolve()
    }
    worker.addEventListener('statechange', look)
    setTimeout(resolve, longestWaitMs)
    look()
  })
}
