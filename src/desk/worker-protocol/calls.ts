import type { Account, Credentials } from '../api/credentials.ts'
import type { Library } from '../library/library.ts'
import type { WorkerApi } from './worker-api.ts'

/**
 * Every call from a page to its worker, and what happens if the worker crashes before it has replied: reads are
 * repeated on the next worker, as are calls that change nothing when done twice; everything else may have been done and
 * rejects, above all a POST.
 */
export const libraryCalls: Readonly<Record<keyof LibraryCalls, Policy>> = {
  jobs: 'repeat',
  job: 'repeat',
  request: 'repeat',
  cards: 'repeat',
  find: 'repeat',
  prepareFind: 'repeat',
  article: 'repeat',
  receivedIds: 'repeat',
  idsAt: 'repeat',
  view: 'repeat',
  prepareView: 'repeat',
  labels: 'repeat',
  decidedCounts: 'repeat',
  jobOrder: 'repeat',
  entries: 'repeat',
  libraryArticle: 'repeat',
  duplicateNotes: 'repeat',
  duplicatesOf: 'repeat',
  versions: 'repeat',
  compareTexts: 'repeat',
  decisions: 'repeat',
  annotations: 'repeat',
  steps: 'repeat',
  lists: 'repeat',
  listIds: 'repeat',
  combineLists: 'repeat',
  ledger: 'repeat',
  skipIds: 'repeat',
  yieldReport: 'repeat',
  keepRates: 'repeat',
  named: 'repeat',
  draft: 'repeat',
  categories: 'repeat',
  setting: 'repeat',
  service: 'repeat',
  knownArticles: 'repeat',
  backupParts: 'repeat',
  backupPart: 'repeat',
  inventory: 'repeat',
  unsaved: 'repeat',
  annotate: 'repeat',
  addSending: 'once',
  accept: 'once',
  markUnconfirmed: 'once',
  markSending: 'once',
  discardSent: 'once',
  openByNumber: 'once',
  noteCheck: 'once',
  setPhase: 'once',
  editJob: 'once',
  saveResult: 'once',
  removeJob: 'once',
  restoreJob: 'once',
  purgeRemoved: 'once',
  undo: 'once',
  saveList: 'once',
  deleteList: 'once',
  changeLedger: 'once',
  saveNamed: 'once',
  deleteNamed: 'once',
  saveDraft: 'once',
  bringBackDraft: 'once',
  discardDraft: 'once',
  saveSetting: 'once',
  noticeService: 'repeat',
  resetWasRead: 'repeat',
  restorePart: 'once',
  saveUnsaved: 'once',
  forget: 'once',
}

/** The same for calls to the service, and for files. */
export const apiCalls: Readonly<Record<keyof ApiCalls, Policy>> = {
  createJob: 'once',
  resend: 'once',
  recover: 'repeat',
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

type Policy = 'repeat' | 'once'

/** Methods that return a promise: the only ones that can be called remotely. */
type Methods<T> = {
  [Name in keyof T as T[Name] extends (...args: never[]) => Promise<unknown> ? Name : never]: T[Name]
}

export type LibraryCalls = Methods<Library>
export type ApiCalls = Methods<WorkerApi>

/** Calls to the worker itself. */
export interface WorkerCalls {
  /** Replies as soon as the script runs, even while an earlier call is still running. */
  ping(): Promise<void>
  /** @throws LibraryError if a newer desk has run on this device */
  open(
    account: Account,
    credentials: Credentials | undefined,
    isForLibrary: boolean | undefined,
  ): Promise<Pick<Library, 'name' | 'kept'>>
  useCredentials(credentials: Credentials | undefined): Promise<void>
  close(): Promise<void>
}

export type Calls = LibraryCalls & ApiCalls & WorkerCalls
export type CallName = keyof Calls

export const mayRepeat = (name: CallName): boolean =>
  (({ ...libraryCalls, ...apiCalls }) as Partial<Record<CallName, Policy>>)[name] === 'repeat'

/** Calls the worker, typed by the name of the call. */
export type Call = <Name extends CallName>(
  name: Name,
  ...args: Parameters<Calls[Name]>
) => ReturnType<Calls[Name]>

/** An object with a method for each name of a map, which goes through `call`. */
export function methodsOf<T extends LibraryCalls | ApiCalls>(
  names: Readonly<Record<keyof T, Policy>>,
  call: Call,
): T {
  const ask = call as (name: string, ...args: unknown[]) => Promise<unknown>
  return Object.fromEntries(
    Object.keys(names).map((name) => [name, (...args: unknown[]) => ask(name, ...args)]),
  ) as T
}
