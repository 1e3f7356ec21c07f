import type { Remote } from 'comlink'
import { wrap } from 'comlink'
// oxlint-disable-next-line import/default -- Vite makes it
import workerUrl from '../worker.ts?worker&url'
import { letErrorsCross } from './crossing-errors.ts'
import type { MortalIntake } from './lasting-intake.ts'
import { openLastingIntake } from './lasting-intake.ts'
import type { OpenIntake, OpenIntakeOptions } from './open-intake.ts'
import { openRemoteIntake } from './remote-intake.ts'
import type { WorkerDesk } from './worker-desk.ts'

/** A worker that has not started by then is not going to. */
const startTimeoutMs = 10_000

/**
 * Opens the intake of an account in a worker, so that an answer of any size is fetched, read and saved without the page
 * noticing; on the page itself where no worker starts. Throws a `LibraryError` where a newer desk has been here.
 */
export async function openIntake(options: OpenIntakeOptions): Promise<OpenIntake> {
  const worker = await startWorker().catch(() => undefined)
  if (!worker) {
    const { openIntakeInPlace, thisPlace } = await import('./intake-in-place.ts')
    return openIntakeInPlace(options, thisPlace())
  }
  let ready: StartedWorker | undefined = worker
  return openLastingIntake({
    ...options,
    async start(options) {
      const started = ready ?? (await startWorker())
      ready = undefined
      return openIn(started, options)
    },
  })
}

async function openIn({ worker, desk }: StartedWorker, options: OpenIntakeOptions): Promise<MortalIntake> {
  const terminate = () => worker.terminate()
  try {
    const open = await openRemoteIntake(desk, options)
    return {
      ...open,
      ping: () => desk.ready(),
      onDeath: (callback) => {
        // What can't be read is an answer that somebody waits for, for ever.
        worker.addEventListener('messageerror', callback)
      },
      terminate,
      close() {
        open.close()
        // Not at once: a write that is under way is worth a moment.
        setTimeout(terminate, 1_000)
      },
    }
  } catch (error) {
    terminate()
    throw error
  }
}

interface StartedWorker {
  readonly worker: Worker
  readonly desk: Remote<WorkerDesk>
}

async function startWorker(): Promise<StartedWorker> {
  const worker = new Worker(trustedWorkerUrl(), { type: 'module', name: 'article-desk' })
  letErrorsCross()
  const desk = wrap<WorkerDesk>(worker)
  try {
    await new Promise<unknown>((resolve, reject) => {
      worker.addEventListener('error', reject, { once: true })
      setTimeout(reject, startTimeoutMs)
      desk.ready().then(resolve, reject)
    })
    return { worker, desk }
  } catch (error) {
    worker.terminate()
    throw error
  }
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
