/**
 * Connection lost or refused, out of resources, shutting down or starting up, I/O error, read-only replica (PostgreSQL,
 * appendix A).
 */
const outageStates = /^(?:08|53|57P0|58|F0|25006)/
const outageCodes = new Set([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOSPC',
  'EDQUOT',
  'EROFS',
])
/** Errors to which the driver gives no code. */
const outageWords =
  /connection terminated|not queryable|timeout exceeded when trying to connect|embedded database ended/i

/** Statement timeout, lock timeout, serialization failure or deadlock. */
const heldUpStates = /^(?:57014|55P03|40001|40P01)$/
const heldUpWords = /query read timeout/i

/** Whether an error means that the database is unavailable or full, whatever it was asked. */
export function isOutage(error: unknown): boolean {
  return anyCause(error, ({ code = '', syscall, severity, message }) => {
    if (syscall === 'connect' || outageCodes.has(code)) return true
    // An internal error that ended the session: on a full disk, PostgreSQL can't even begin one.
    if (severity === 'FATAL' && code.startsWith('XX')) return true
    return (code.length === 5 && outageStates.test(code)) || outageWords.test(message)
  })
}

/** Whether an error means that the database is unavailable, full or held up, so that the same request may work later. */
export const isUnavailable = (error: unknown): boolean =>
  isOutage(error) ||
  anyCause(error, ({ code = '', message }) => heldUpStates.test(code) || heldUpWords.test(message))

function anyCause(
  error: unknown,
  test: (error: NodeJS.ErrnoException & { severity?: string }) => boolean,
): boolean {
  if (!(error instanceof Error)) return false
  if (test(error) || anyCause(error.cause, test)) return true
  return error instanceof AggregateError && error.errors.some((each) => anyCause(each, test))
}
