import { LibraryError } from '../library/library.ts'
import type { Library, LibraryChange } from '../library/library.ts'
import type { Call, CallName } from './calls.ts'
import { apiCalls, libraryCalls, mayRepeat, methodsOf } from './calls.ts'
import type { ApiCalls, LibraryCalls } from './calls.ts'
import type { WatchNews } from './worker-api.ts'
import { createListeners } from './listeners.ts'
import type { Ask, Port, Tell } from './messages.ts'
import type { WorkerConnection, WorkerOptions } from './worker-connection.ts'
import { createRpcClient, type RpcClient, WorkerDied } from './rpc-client.ts'

export interface StartedWorker extends Port<Ask, Tell> {
  /** Ends it at once and releases everything it holds, locks included. */
  terminate(): void
  /** Calls back if the browser does report the death. */
  onDeath?(callback: () => void): void
}

export interface SupervisedOptions extends WorkerOptions {
  readonly start: () => Promise<StartedWorker>
  /** Interval of the pings to a worker that owes an answer. */
  readonly tickMs?: number
}

interface Living {
  readonly worker: StartedWorker
  readonly rpc: RpcClient
  readonly facts: Pick<Library, 'name' | 'kept'>
}

/** An answer that exhausts a worker's memory would do so every time it is requested. */
const mostDeaths = 3

/** Grace period on closing the page, for a write in progress. */
const closingMs = 1_000

/**
 * Opens an account in a worker, and in a new one if that dies. Reads are then repeated; a write or a POST in progress
 * rejects with a `LibraryError`: a request that was being sent is found by `recover` and kept as unconfirmed. After the
 * third death every call rejects.
 */
export async function connectSupervised({
  account,
  credentials: first,
  onNewerSchema,
  start,
  tickMs = 5_000,
}: SupervisedOptions): Promise<WorkerConnection> {
  const changes = createListeners<LibraryChange>()
  const watch = createListeners<WatchNews>()
  let credentials = first
  let deaths = 0
  let isClosed = false

  async function begin(): Promise<Living> {
    const worker = await start()
    const rpc = createRpcClient(worker, {
      tickMs,
      onEvent(event) {
        if (event.kind === 'change') changes.tell(event.change)
        else if (event.kind === 'watch') watch.tell(event.news)
        else if (event.kind === 'newer-schema') onNewerSchema?.()
      },
      onDeath() {
        worker.terminate()
        deaths += 1
        if (!isClosed) goOn()
      },
    })
    worker.onDeath?.(rpc.end)
    try {
      return { worker, rpc, facts: await rpc.call('open', account, credentials) }
    } catch (error) {
      worker.terminate()
      throw error
    }
  }

  function goOn(): void {
    living = deaths < mostDeaths ? begin() : Promise.reject(new LibraryError('unavailable'))
    living.then(showAnew, () => {})
  }

  /** Reloads everything on screen, since the dead worker's last changes may not have been reported. */
  async function showAnew({ rpc }: Living): Promise<void> {
    const keys = (await rpc.call('jobs')).map((job) => job.key)
    changes.tell({ jobs: keys, articles: keys, annotations: 'many', unsaved: true })
  }

  let living = begin()

  const call = async (name: CallName, ...args: unknown[]): Promise<unknown> => {
    for (;;) {
      const { rpc } = await living.catch(toLibraryError)
      try {
        return await (rpc.call as (name: CallName, ...args: unknown[]) => Promise<unknown>)(name, ...args)
      } catch (error) {
        if (!(error instanceof WorkerDied)) throw error
        if (isClosed || !mayRepeat(name)) throw new LibraryError('unavailable')
      }
    }
  }

  const { facts } = await living
  return {
    worker: {
      ...methodsOf<ApiCalls>(apiCalls, call as Call),
      library: {
        ...methodsOf<LibraryCalls>(libraryCalls, call as Call),
        ...facts,
        subscribe: changes.subscribe,
        close() {},
      },
      subscribe: watch.subscribe,
    },
    async useCredentials(next) {
      credentials = next
      // A worker that takes over gets it at the start; a dead one needs none.
      await call('useCredentials', next).catch((error: unknown) => {
        if (!(error instanceof LibraryError)) throw error
      })
    },
    close() {
      isClosed = true
      living.then(
        ({ rpc, worker }) => {
          rpc.call('close').catch(() => {})
          setTimeout(() => worker.terminate(), closingMs)
        },
        () => {},
      )
    },
  }
}

function toLibraryError(error: unknown): never {
  throw error instanceof LibraryError ? error : new LibraryError('unavailable')
}
