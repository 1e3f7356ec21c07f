import type { Call, CallName } from './calls.ts'
import { decodeError } from './error-codec.ts'
import type { Ask, Port, Tell, WorkerEvent } from './messages.ts'

/** The worker died before it answered; the call may or may not have been carried out. */
export class WorkerDied extends Error {
  override readonly name = 'WorkerDied'
}

export interface RpcClient {
  readonly call: Call
  /** Abandons the worker: all pending calls reject with {@link WorkerDied}. */
  readonly end: () => void
}

export interface RpcClientOptions {
  readonly tickMs: number
  readonly onEvent: (event: WorkerEvent) => void
  /** Called once, however the death was detected. */
  readonly onDeath: () => void
}

interface Pending {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
  readonly listener: ((progress: unknown) => void) | undefined
}

/** A worker folds 30 MB in a second or two; even on the slowest device it answers within this many ticks. */
const ticksToLive = 4

/**
 * Calls one worker. No browser reliably reports the death of a worker, so one that owes an answer is pinged. Counts
 * ticks without an answer rather than time: a sleeping device wakes up hours later.
 */
export function createRpcClient(
  port: Port<Ask, Tell>,
  { tickMs, onEvent, onDeath }: RpcClientOptions,
): RpcClient {
  const pending = new Map<number, Pending>()
  let lastId = 0
  let isOver = false
  let silentTicks = 0
  let timer: ReturnType<typeof setInterval> | undefined

  function hear({ data }: MessageEvent<Tell>): void {
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
    if (silentTicks > ticksToLive) end()
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

  function end(): void {
    if (isOver) return
    isOver = true
    stopWatching()
    for (const { reject } of pending.values()) reject(new WorkerDied())
    pending.clear()
    onDeath()
  }

  const call = (name: CallName, ...args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (isOver) return reject(new WorkerDied())
      const listenerAt = args.findIndex((value) => typeof value === 'function')
      const listener = args[listenerAt] as Pending['listener']
      const id = (lastId += 1)
      const sent = listener ? args.with(listenerAt, undefined) : args
      port.postMessage({ id, name, args: sent, listenerAt: listener && listenerAt })
      pending.set(id, { resolve, reject, listener })
      return watch()
    })

  port.addEventListener('message', hear)
  return { call: call as Call, end }
}
