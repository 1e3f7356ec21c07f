import type { Tell } from '../worker-protocol/messages.ts'
import type { StartedWorker } from '../worker-client/supervised-worker.ts'
import type { WorkerPlace } from '../worker/connect-in-place.ts'
import { serveCalls } from '../worker/serve-calls.ts'

export interface ChannelWorker extends StartedWorker {
  /** Acts like a browser that ends a worker: it releases everything and never answers pending calls. */
  die(): void
  /** Acts like a browser that puts the page into its cache. */
  suspend(): void
  /** Acts like a browser that shows that page again. */
  resume(): void
}

/** A message channel in place of a worker: messages are structured-cloned just the same. */
export async function startChannelWorker(place: WorkerPlace): Promise<ChannelWorker> {
  const { port1: page, port2: worker } = new MessageChannel()
  const started = new Promise((resolve) => page.addEventListener('message', resolve, { once: true }))
  page.start()
  worker.start()
  serveCalls(worker, place)
  await started
  let isDead = false
  let resume = () => {}
  const die = () => {
    page.postMessage({ id: 0, name: 'close', args: [] })
    isDead = true
  }
  return {
    die,
    suspend: die,
    resume: () => resume(),
    onResume: (callback) => void (resume = callback),
    terminate() {
      if (!isDead) die()
      setTimeout(() => page.close(), 100)
    },
    postMessage: (message) => isDead || page.postMessage(message),
    addEventListener: (type, listener) =>
      page.addEventListener(type, (event: MessageEvent<Tell>) => isDead || listener(event)),
  }
}
