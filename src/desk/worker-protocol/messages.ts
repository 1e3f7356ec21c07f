import type { LibraryChange } from '../library/library.ts'
import type { CallName } from './calls.ts'
import type { EncodedError } from './error-codec.ts'
import type { WatchNews } from './worker-api.ts'

/** From a page to its worker. */
export interface RpcRequest {
  readonly id: number
  readonly name: CallName
  readonly args: readonly unknown[]
  /** Index of the argument that is a progress callback, which can't be cloned. */
  readonly listenerAt?: number | undefined
}

/** From a worker to its page. */
export type WorkerMessage =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: EncodedError }
  | { readonly id: number; readonly progress: unknown }
  | { readonly event: WorkerEvent }

/** Sent by a worker without being asked. */
export type WorkerEvent =
  /** The script is running. */
  | { readonly kind: 'started' }
  | { readonly kind: 'change'; readonly change: LibraryChange }
  | { readonly kind: 'watch'; readonly news: WatchNews }
  /** A newer desk has run on this device: nothing can be written until the page is reloaded. */
  | { readonly kind: 'newer-schema' }
  /** Other tabs keep the library from being upgraded. */
  | { readonly kind: 'blocked' }

/** The used part of a `Worker` or a `MessagePort`. */
export interface Port<Out, In> {
  postMessage(message: Out): void
  addEventListener(type: 'message', listener: (event: MessageEvent<In>) => void): void
}
