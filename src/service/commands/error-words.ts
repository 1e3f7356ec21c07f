import { usage } from './usage.ts'

/** Errors whose messages are for the person who typed the command. */
const inWords = new Set([
  'UsageError',
  'AccountError',
  'DirectoryInUseError',
  'NewerDataError',
  'UnusableFileError',
  'SourceError',
])

/** The message of an expected error; the stack of any other. */
export function errorWords(thrown: unknown): string {
  // None of a host's several addresses could be reached.
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return errorWords(thrown.errors[0])
  const error = thrown as NodeJS.ErrnoException
  if (error.code === 'EADDRINUSE') return 'This port is taken. Choose another with --port, or leave it out.'
  if (error.code === 'ENOENT' && error.path !== undefined) return `There is no ${error.path}.`
  if (error.code === 'EACCES') return `This is not permitted: ${error.message}`
  if (error.code?.startsWith('ERR_PARSE_ARGS')) return `${error.message}\n\n${usage}`
  if (error.syscall !== undefined) return `The system says: ${error.message}`
  if ('severity' in error) return `The database says: ${error.message}`
  return inWords.has(error.name) ? error.message : (error.stack ?? error.message)
}
