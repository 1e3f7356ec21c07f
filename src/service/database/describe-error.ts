import { isUnavailable } from './unavailable.ts'

/**
 * An error for the log, which must not contain an editor's text or an article's: a database's message quotes the value
 * that it refuses, so its code has to do.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error && 'severity' in error)) return String(error)
  const { severity, code } = error as { severity?: unknown; code?: unknown }
  return `${String(severity)} ${String(code)}`
}

/**
 * The fields of a log entry that tell of an error: what it is, and where in the code it was thrown, except for an outage
 * of the database, which has nothing to do with that place.
 */
export function errorFields(error: unknown): { error: string; at?: string[] } {
  const at = placesOf(error)
  return { error: describeError(error), ...(at && { at }) }
}

/** @returns the innermost five lines of the stack, without the message, which may quote anything */
export function placesOf(error: unknown): string[] | undefined {
  if (!(error instanceof Error) || error.stack === undefined || isUnavailable(error)) return undefined
  const { stack, message } = error
  const start = stack.indexOf(message)
  if (start === -1) return undefined
  return stack
    .slice(start + message.length)
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 5)
    .map((line) => line.trim())
}
