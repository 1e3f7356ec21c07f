/**
 * Connection lost or refused, out of resources, shutting down or starting up, I/O error, read-only replica (PostgreSQL,
 * appendix A).
 */
const outageStates = /^(?:08|53|57P0|58|F0|25006)/
const outageCodes = new Set([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOSPC',
  'EDQUOT',
  'EROFS',
])
/** Errors to which the driver gives no code. */
const outageWords =
  /connection terminated|not queryable|timeout exceeded when trying to connect|embedded database ended/i

/** Lock timeout, serialization failure or deadlock. */
const heldUpStates = /^(?:55P03|40001|40P01)$/
/** The server did not even report that the statement took too long. */
const heldUpWords = /query read timeout/i
const statementTimeout = '57014'

/** Whether an error means that the database is unavailable or full, whatever the query was. */
function isOutage(error: unknown): boolean {
  return anyCause(error, ({ code = '', syscall, severity, message }) => {
    if (syscall === 'connect' || outageCodes.has(code)) return true
    // An internal error that ended the session: on a full disk, PostgreSQL can't even begin one.
    if (severity === 'FATAL' && code.startsWith('XX')) return true
    return (code.length === 5 && outageStates.test(code)) || outageWords.test(message)
  })
}

/** Whether the server has undone a transaction because others were in its way: repeated, it may succeed at once. */
export const isHeldUp = (error: unknown): boolean =>
  anyCause(error, ({ code = '' }) => heldUpStates.test(code))

/** Whether an error is an outage, or the database is held up by something other than this query. */
export const isTransientError = (error: unknown): boolean =>
  isOutage(error) || isHeldUp(error) || anyCause(error, ({ message }) => heldUpWords.test(message))

/** Whether an error means that the database is unavailable, full, held up or slow: the same request may work later. */
export const isUnavailable = (error: unknown): boolean =>
  isTransientError(error) || anyCause(error, ({ code }) => code === statementTimeout)

/** Errors of queries that were sent and got no response. */
const unconfirmed = new WeakSet<Error>()

/**
 * Whether a query may have taken effect despite its error: the connection broke, or the server fell silent. If the
 * server reported the error itself, it has rolled back.
 */
export const mayBeDone = (error: unknown): boolean => error instanceof Error && unconfirmed.has(error)

/** Waits for a query that ends a transaction, and remembers which errors `mayBeDone` must report. */
export async function trackUnconfirmed<T>(result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (error) {
    if (error instanceof Error && !isReport(error)) unconfirmed.add(error)
    throw error
  }
}

/** A pooler that has lost its server reports class 08. On "not queryable", nothing was sent at all. */
const isReport = (error: Error & { code?: string }): boolean =>
  ('severity' in error && !error.code?.startsWith('08')) || /not queryable/.test(error.message)

function anyCause(
  error: unknown,
  test: (error: NodeJS.ErrnoException & { severity?: string }) => boolean,
): boolean {
  if (!(error instanceof Error)) return false
  if (test(error) || anyCause(error.cause, test)) return true
  return error instanceof AggregateError && error.errors.some((each) => anyCause(each, test))
}
