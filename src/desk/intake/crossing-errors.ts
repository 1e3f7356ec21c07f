import type { TransferHandler } from 'comlink'
import { transferHandlers } from 'comlink'
import type { Failure } from '../api/errors.ts'
import { ServiceError } from '../api/errors.ts'
import { LibraryError } from '../library/library.ts'

type Crossing = { readonly failure: Failure } | { readonly reason: LibraryError['reason'] }
interface Thrown {
  readonly value: unknown
}

/**
 * Lets our own errors cross between page and worker as what they are: by itself Comlink keeps an error's message and
 * drops the failure that decides what to do next. To be called on both sides.
 */
export function letErrorsCross(): void {
  const plain = transferHandlers.get('throw') as TransferHandler<Thrown, object>
  transferHandlers.set('throw', {
    canHandle: (value): value is Thrown => plain.canHandle(value),
    serialize(thrown: Thrown) {
      const crossing = toCrossing(thrown.value)
      return crossing ? [crossing, []] : plain.serialize(thrown)
    },
    deserialize(sent: object) {
      if ('failure' in sent) throw new ServiceError((sent as Extract<Crossing, { failure: unknown }>).failure)
      if ('reason' in sent) throw new LibraryError((sent as Extract<Crossing, { reason: unknown }>).reason)
      return plain.deserialize(sent)
    },
  } satisfies TransferHandler<Thrown, object>)
}

function toCrossing(value: unknown): Crossing | undefined {
  if (value instanceof ServiceError) return { failure: value.failure }
  if (value instanceof LibraryError) return { reason: value.reason }
  return undefined
}
