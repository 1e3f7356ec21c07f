import { LibraryError } from '../library.ts'

/** What a mistake of our own is called; to take it for the device's would hide it. */
const ownErrors = new Set(['Error', 'TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'])

/** What the device's refusal means; undefined where it is not the device's. By name: Dexie wraps what browsers throw. */
export function toLibraryError(error: unknown): LibraryError | undefined {
  if (error instanceof LibraryError) return error
  const { name, inner } = (error ?? {}) as { name?: string; inner?: { name?: string } | null }
  const names = [name, inner?.name]
  if (names.includes('QuotaExceededError')) return new LibraryError('quota', { cause: error })
  if (names.includes('VersionError')) return new LibraryError('newer-schema', { cause: error })
  return name !== undefined && ownErrors.has(name)
    ? undefined
    : new LibraryError('unavailable', { cause: error })
}
