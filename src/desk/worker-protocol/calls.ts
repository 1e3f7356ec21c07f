import type { Account, Credentials } from '../api/credentials.ts'
import type { Library } from '../library/library.ts'
import { libraryCalls, type LibraryCalls, type Methods, type Policy } from './library-calls.ts'
import type { WorkerApi } from './worker-api.ts'
import type { WorkerConnection, WorkerOptions } from './worker-connection.ts'

/** The same as `libraryCalls`, for calls to the service, and for files. */
export const apiCalls: Readonly<Record<keyof ApiCalls, Policy>> = {
  createJob: 'once',
  resend: 'once',
  openJob: 'repeat',
  checkJob: 'repeat',
  latestResult: 'repeat',
  makeArticleFile: 'repeat',
  makeBackup: 'repeat',
  restoreBackup: 'once',
  abandonFiles: 'once',
  readIds: 'repeat',
  countSkips: 'repeat',
  shownRequest: 'repeat',
  ownSkips: 'repeat',
  makeIdFile: 'repeat',
}

export type ApiCalls = Methods<WorkerApi>

/** Calls to the worker itself. */
export interface WorkerCalls {
  /** Replies as soon as the script runs, even while an earlier call is still running. */
  ping(): Promise<void>
  /** @throws LibraryError if a newer desk has run on this device */
  open(
    account: Account,
    credentials: Credentials | undefined,
    firstView: WorkerOptions['firstView'],
  ): Promise<Pick<Library, 'name' | 'kept'> & Pick<WorkerConnection, 'newest'>>
  useCredentials(credentials: Credentials | undefined): Promise<void>
  close(): Promise<void>
}

export type Calls = LibraryCalls & ApiCalls & WorkerCalls
export type CallName = keyof Calls

export const mayRepeat = (name: CallName): boolean =>
  ({ ...libraryCalls, ...apiCalls } as Partial<Record<CallName, Policy>>)[name] === 'repeat'

/** Calls the worker, typed by the name of the call. */
export type Call = <Name extends CallName>(
  name: Name,
  ...args: Parameters<Calls[Name]>
) => ReturnType<Calls[Name]>

/** The same without its types. */
export type AnyCall = (name: CallName, ...args: unknown[]) => Promise<unknown>

/** An object with a method for each name of a map, which goes through `call`. */
export const methodsOf = <T extends LibraryCalls | ApiCalls>(
  names: Readonly<Record<keyof T, Policy>>,
  call: AnyCall,
): T =>
  Object.fromEntries(
    (Object.keys(names) as CallName[]).map((name) => [name, (...args: unknown[]) => call(name, ...args)]),
  ) as T
