import type { LibraryChange } from '../library/library.ts'
import type { CallName } from './calls.ts'
import type { EncodedError } from './error-codec.ts'
import type { WatchNews } from './worker-api.ts'

/** From a page to its worker. */
export interface Ask {
  readonly id: number
  readonly name: CallName
  readonly args: readonly unknown[]
  /** Which of the arguments is a function that wants to hear of progress; it can't cross itself. */
  readonly listenerAt?: number | undefined
}

/** From a worker to its page. */
export type Tell =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: EncodedError }
  | { readonly id: number; readonly progress: unknown }
  | { readonly event: WorkerEvent }

/** What a worker tells without being asked. */
export type WorkerEvent =
  /** The script runs. */
  | { readonly kind: 'started' }
  | { readonly kind: 'change'; readonly change: LibraryChange }
  | { readonly kind: 'watch'; readonly news: WatchNews }
  /** A newer desk has been here: nothing can be written until the page is reloaded. */
  | { readonly kind: 'newer-schema' }

/** The part of a `Worker`, or of a `MessagePort`, that is used. */
export interface Port<Out, In> {
  postMessage(message: Out): void
  addEventListener(type: 'message', listener: (event: MessageEvent<In>) => void): void
}
