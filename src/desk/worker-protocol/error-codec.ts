import type { Failure } from '../api/errors.ts'
import { ServiceError } from '../api/errors.ts'
import { LibraryError } from '../library/library.ts'

/** An error as data: between page and worker, structured cloning drops the fields that decide how it is handled. */
export type EncodedError =
  | { readonly type: 'service'; readonly failure: Failure }
  | { readonly type: 'library'; readonly reason: LibraryError['reason'] }
  | { readonly type: 'other'; readonly name: string; readonly message: string }

export function encodeError(error: unknown): EncodedError {
  if (error instanceof ServiceError) return { type: 'service', failure: error.failure }
  if (error instanceof LibraryError) return { type: 'library', reason: error.reason }
  const { name = 'Error', message = '' } = error as Partial<Error>
  return { type: 'other', name, message }
}

/** Restores our own errors; of others only the name and the message remain. */
export function decodeError(encoded: EncodedError): Error {
  if (encoded.type === 'service') return new ServiceError(encoded.failure)
  if (encoded.type === 'library') return new LibraryError(encoded.reason)
  return Object.assign(new Error(encoded.message), { name: encoded.name })
}
