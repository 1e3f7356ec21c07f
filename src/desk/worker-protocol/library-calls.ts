import type { Library } from '../library/library.ts'

/**
 * What a page may call of the library in its worker, and what happens if the worker crashes before it has replied:
 * reads are repeated on the next worker, as are calls that change nothing when done twice; everything else may have been
 * done and rejects, above all a POST.
 */
export const libraryCalls = {
  jobs: 'repeat',
  removedJobs: 'repeat',
  job: 'repeat',
  request: 'repeat',
  cards: 'repeat',
  find: 'repeat',
  prepareFind: 'repeat',
  article: 'repeat',
  countReceived: 'repeat',
  idsAt: 'repeat',
  view: 'repeat',
  prepareView: 'repeat',
  prepareSearch: 'repeat',
  labels: 'repeat',
  decidedCounts: 'repeat',
  jobOrder: 'repeat',
  entries: 'repeat',
  libraryArticle: 'repeat',
  duplicateNotes: 'repeat',
  duplicatesOf: 'repeat',
  duplicateGroups: 'repeat',
  versions: 'repeat',
  compareTexts: 'repeat',
  passages: 'repeat',
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
  setting: 'repeat',
  service: 'repeat',
  inventory: 'repeat',
  unsaved: 'repeat',
  annotate: 'repeat',
  setPhase: 'once',
  editJob: 'once',
  removeJob: 'once',
  restoreJob: 'once',
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
  dismissReset: 'repeat',
  saveUnsaved: 'once',
  forget: 'once',
} as const satisfies Partial<Record<keyof Methods<Library>, Policy>>

export type Policy = 'repeat' | 'once'

/** Methods that return a promise: the only ones that can be called remotely. */
export type Methods<T> = {
  [Name in keyof T as T[Name] extends (...args: never[]) => Promise<unknown> ? Name : never]: T[Name]
}

export type LibraryCalls = Pick<Library, keyof typeof libraryCalls>

/** The library as a page sees it: without what only the worker may do, such as saving a result. */
export type PageLibrary = LibraryCalls & Pick<Library, 'name' | 'kept' | 'subscribe'>
