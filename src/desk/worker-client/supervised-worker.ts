import { LibraryError } from '../library/library.ts'
import type { Library, LibraryChange } from '../library/library.ts'
import type { AnyCall, ApiCalls, Call } from '../worker-protocol/calls.ts'
import { apiCalls, mayRepeat, methodsOf } from '../worker-protocol/calls.ts'
import { libraryCalls, type LibraryCalls } from '../worker-protocol/library-calls.ts'
import type { WatchNews } from '../worker-protocol/worker-api.ts'
import { createListeners } from '../library/changes.ts'
import { decodeError } from '../worker-protocol/error-codec.ts'
import type { RpcRequest, Port, WorkerMessage, WorkerEvent } from '../worker-protocol/messages.ts'
import type { WorkerConnection, WorkerOptions } from '../worker-protocol/worker-connection.ts'

export interface StartedWorker extends Port<RpcRequest, WorkerMessage> {
  /** Ends it at once and releases everything it holds, locks included. */
  terminate(): void
  /** Calls back if the browser does report a crash. */
  onCrash?(callback: () => void): void
  /** Calls back when the page is back from the browser's cache, for which its worker was ended. */
  onResume?(callback: () => void): void
}

export interface SupervisedOptions extends WorkerOptions {
  readonly start: () => Promise<StartedWorker>
  /** Interval of the pings to a worker that owes a reply. */
  readonly tickMs?: number
  readonly now?: () => number
}

interface RunningWorker {
  readonly worker: StartedWorker
  readonly rpc: RpcClient
  readonly facts: Pick<Library, 'name' | 'kept'> & Pick<WorkerConnection, 'newest'>
}

/** A reply that exhausts a worker's memory would do so every time it is requested. */
const maxCrashes = 3

/** A crash of a worker that has run for so long has nothing to do with those before it. */
const lastingMs = 5 * 60_000

/** After that many crashes, how long no other worker is started, in ticks: two minutes. */
const restTicks = 24

/** Grace period on closing the page, for a write in progress. */
const closingMs = 1_000

/**
 * Opens an account in a worker, and in a new one if that crashes. Reads are then repeated; a write or a POST in
 * progress rejects with a `LibraryError`: a request that was being sent is found by `recover` and kept as unconfirmed.
 * After the third crash in a short time every call rejects for two minutes.
 */
export async function connectSupervised({
  account,
  credentials: first,
  firstView,
  onNewerSchema,
  onBlocked,
  start,
  tickMs = 5_000,
  now = Date.now,
}: SupervisedOptions): Promise<WorkerConnection> {
  const changes = createListeners<LibraryChange>()
  const watch = createListeners<WatchNews>()
  let credentials = first
  let crashes = 0
  let isClosed = false
  let isOnDevice = false

  /** @param view shown first; later workers only answer what the screen asks for */
  async function begin(view?: WorkerOptions['firstView']): Promise<RunningWorker> {
    // Another start may still succeed.
    const worker = await start().catch(toLibraryError)
    const startedAt = now()
    const rpc = createRpcClient(worker, {
      tickMs,
      onEvent(event) {
        if (event.kind === 'change') changes.notify(event.change)
        else if (event.kind === 'watch') watch.notify(event.news)
        else if (event.kind === 'newer-schema') onNewerSchema?.()
        else if (event.kind === 'blocked') onBlocked?.()
      },
      onEnd(cause) {
        worker.terminate()
        // A suspension says nothing about what the next worker would do.
        if (cause === 'crash') crashes = now() - startedAt < lastingMs ? crashes + 1 : 1
        if (!isClosed) restart()
      },
    })
    worker.onCrash?.(() => rpc.end('crash'))
    worker.onResume?.(() => rpc.end('suspension'))
    try {
      const facts = await rpc.call('open', account, credentials, view)
      // A library in memory in place of the one on the device would be empty, and lost when the page is closed.
      if (isOnDevice && facts.kept !== 'on-device') throw new LibraryError('unavailable')
      isOnDevice = facts.kept === 'on-device'
      return { worker, rpc, facts }
    } catch (error) {
      worker.terminate()
      throw error
    }
  }

  function restart(): void {
    running = crashes < maxCrashes ? begin() : Promise.reject(new LibraryError('unavailable'))
    // The crashed worker's last changes may not have been reported.
    running.then(() => changes.notify({ everything: true }), tryAgainLater)
  }

  /** While storage is not ready yet, as after a crash of the browser, there is no library to continue with. */
  function tryAgainLater(error: unknown): void {
    if (!(error instanceof LibraryError) || error.reason !== 'unavailable') return
    const isExhausted = crashes === maxCrashes
    const again = () => {
      if (isClosed) return
      if (isExhausted) crashes = 0
      restart()
    }
    setTimeout(again, isExhausted ? restTicks * tickMs : tickMs)
  }

  let running = begin(firstView)

  /** The first worker that opens the library without crashing. */
  async function opened(): Promise<RunningWorker> {
    for (;;) {
      const opening = running
      try {
        return await opening
      } catch (error) {
        if (opening === running) throw error
      }
    }
  }

  const call: AnyCall = async (name, ...args) => {
    for (;;) {
      const { rpc } = await opened().catch(toLibraryError)
      try {
        return await (rpc.call as AnyCall)(name, ...args)
      } catch (error) {
        if (!(error instanceof WorkerCrashed)) throw error
        if (isClosed || !mayRepeat(name)) throw new LibraryError('unavailable')
      }
    }
  }

  const { facts } = await opened().catch((error: unknown) => {
    isClosed = true
    throw error
  })
  const { newest, ...known } = facts
  return {
    newest,
    worker: {
      ...methodsOf<ApiCalls>(apiCalls, call),
      library: {
        ...methodsOf<LibraryCalls>(libraryCalls, call),
        ...known,
        subscribe: changes.subscribe,
      },
      subscribe: watch.subscribe,
    },
    async useCredentials(next) {
      credentials = next
      // A new worker gets it at the start; a crashed one needs none.
      await call('useCredentials', next).catch((error: unknown) => {
        if (!(error instanceof LibraryError)) throw error
      })
    },
    close() {
      isClosed = true
      running.then(
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

/** The worker crashed before it replied; the call may or may not have been carried out. */
class WorkerCrashed extends Error {
  override readonly name = 'WorkerCrashed'
}

/** It crashed, or the browser suspended it together with its page. */
type EndCause = 'crash' | 'suspension'

interface RpcClient {
  readonly call: Call
  /** Abandons the worker: all pending calls reject with {@link WorkerCrashed}. */
  readonly end: (cause: EndCause) => void
}

interface RpcClientOptions {
  readonly tickMs: number
  readonly onEvent: (event: WorkerEvent) => void
  /** Called once, however the end was detected. */
  readonly onEnd: (cause: EndCause) => void
}

interface Pending {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
  readonly listener: ((progress: unknown) => void) | undefined
}

/** A worker folds 30 MB in a second or two; even on the slowest device it replies within this many ticks. */
const maxSilentTicks = 4

/**
 * Calls one worker. No browser reliably reports that a worker has crashed, so one that owes a reply is pinged. Counts
 * ticks without a reply rather than time: a sleeping device wakes up hours later.
 */
function createRpcClient(
  port: Port<RpcRequest, WorkerMessage>,
  { tickMs, onEvent, onEnd }: RpcClientOptions,
): RpcClient {
  const pending = new Map<number, Pending>()
  let lastId = 0
  let isOver = false
  let silentTicks = 0
  let timer: ReturnType<typeof setInterval> | undefined

  function receive({ data }: MessageEvent<WorkerMessage>): void {
    silentTicks = 0
    if ('event' in data) return isOver ? undefined : onEvent(data.event)
    const asked = pending.get(data.id)
    if (!asked) return
    if ('progress' in data) return asked.listener?.(data.progress)
    pending.delete(data.id)
    if (pending.size === 0) stopWatching()
    if ('error' in data) asked.reject(decodeError(data.error))
    else asked.resolve(data.value)
  }

  function tick(): void {
    silentTicks += 1
    if (silentTicks > maxSilentTicks) end('crash')
    else port.postMessage({ id: 0, name: 'ping', args: [] })
  }

  function watch(): void {
    if (timer !== undefined) return
    silentTicks = 0
    timer = setInterval(tick, tickMs)
  }

  function stopWatching(): void {
    clearInterval(timer)
    timer = undefined
  }

  function end(cause: EndCause): void {
    if (isOver) return
    isOver = true
    stopWatching()
    for (const { reject } of pending.values()) reject(new WorkerCrashed())
    pending.clear()
    onEnd(cause)
  }

  const call: AnyCall = (name, ...args) =>
    new Promise((resolve, reject) => {
      if (isOver) return reject(new WorkerCrashed())
      const listenerAt = args.findIndex((value) => typeof value === 'function')
      const listener = args[listenerAt] as Pending['listener']
      const id = (lastId += 1)
      const sent = listener ? args.with(listenerAt, undefined) : args
      port.postMessage({ id, name, args: sent, listenerAt: listener && listenerAt })
      pending.set(id, { resolve, reject, listener })
      return watch()
    })

  port.addEventListener('message', receive)
  return { call: call as Call, end }
}
