import { usage } from './usage.ts'

/** Errors whose messages are for the person who typed the command. */
const expectedErrors = new Set([
  'UsageError',
  'AccountError',
  'DirectoryInUseError',
  'DirectoryLostError',
  'NewerDataError',
  'UnreadableDataError',
  'NoDeskError',
  'UnusableFileError',
  'SourceError',
])

/** Removes control characters: quoted from a title, a file or an error, they would act on the terminal. */
export const printable = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '')

/** The message of an expected error; of any other, the cause, or the stack if none is given. */
export const errorMessage = (thrown: unknown): string => printable(messageOf(thrown))

function messageOf(thrown: unknown): string {
  // Thrown if a host has several addresses and none could be reached.
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return messageOf(thrown.errors[0])
  const error = thrown as NodeJS.ErrnoException
  if (error.code === 'EADDRINUSE') return 'This port is taken. Choose another with --port, or leave it out.'
  if (error.code === 'ENOENT' && error.path !== undefined) return `There is no ${error.path}.`
  if (error.code === 'EACCES') return `This is not permitted: ${error.message}`
  if (error.code?.startsWith('ERR_PARSE_ARGS')) return `${error.message}\n\n${usage}`
  if (error.syscall !== undefined) return `The system says: ${error.message}`
  if ('severity' in error) return `The database says: ${error.message}`
  if (expectedErrors.has(error.name)) return error.message
  return error.cause ? `${error.message} ${messageOf(error.cause)}` : (error.stack ?? error.message)
}
