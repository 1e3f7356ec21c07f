import type { WorkerMessage } from '../worker-protocol/messages.ts'
import type { StartedWorker } from '../worker-client/supervised-worker.ts'
import type { WorkerEnvironment } from '../worker/connect-in-place.ts'
import { serveCalls } from '../worker/serve-calls.ts'

export interface ChannelWorker extends StartedWorker {
  /** Acts like a browser that ends a worker: it releases everything and never replies to pending calls. */
  crash(): void
  /** Acts like a browser that puts the page into its cache. */
  suspend(): void
  /** Acts like a browser that shows that page again. */
  resume(): void
}

/** A message channel in place of a worker: messages are structured-cloned just the same. */
export async function startChannelWorker(environment: WorkerEnvironment): Promise<ChannelWorker> {
  const { port1: page, port2: worker } = new MessageChannel()
  const started = new Promise((resolve) => page.addEventListener('message', resolve, { once: true }))
  page.start()
  worker.start()
  serveCalls(worker, environment)
  await started
  let isEnded = false
  let resume = () => {}
  const crash = () => {
    page.postMessage({ id: 0, name: 'close', args: [] })
    isEnded = true
  }
  return {
    crash,
    suspend: crash,
    resume: () => resume(),
    onResume: (callback) => void (resume = callback),
    terminate() {
      if (!isEnded) crash()
      setTimeout(() => page.close(), 100)
    },
    postMessage: (message) => isEnded || page.postMessage(message),
    addEventListener: (type, listener) =>
      page.addEventListener(type, (event: MessageEvent<WorkerMessage>) => isEnded || listener(event)),
  }
}
