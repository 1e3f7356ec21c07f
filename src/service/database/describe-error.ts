/**
 * An error for the log, which must not contain an editor's text or an article's: a database's message quotes the value
 * that it refuses, so its code has to do.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error && 'severity' in error)) return String(error)
  const { severity, code } = error as { severity?: unknown; code?: unknown }
  return `${String(severity)} ${String(code)}`
}
