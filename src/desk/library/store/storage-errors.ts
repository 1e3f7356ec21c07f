/** Thrown when the device refuses to store or read something. */
export class LibraryError extends Error {
  readonly reason: 'quota' | 'newer-schema' | 'unavailable'

  constructor(reason: LibraryError['reason'], options?: ErrorOptions) {
    super(`The library could not be read or written: ${reason}`, options)
    this.name = 'LibraryError'
    this.reason = reason
  }
}

/** Errors of this program. Reporting them as the device's would hide a bug. */
const ownErrors = new Set(['Error', 'TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'])

/** Converts an IndexedDB error; undefined if the device did not cause it. */
export function toLibraryError(error: unknown): LibraryError | undefined {
  if (error instanceof LibraryError) return error
  const { name } = (error ?? {}) as { name?: string }
  if (name === 'QuotaExceededError') return new LibraryError('quota', { cause: error })
  if (name === 'VersionError') return new LibraryError('newer-schema', { cause: error })
  return name !== undefined && ownErrors.has(name)
    ? undefined
    : new LibraryError('unavailable', { cause: error })
}
