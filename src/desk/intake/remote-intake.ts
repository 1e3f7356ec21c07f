import type { Remote } from 'comlink'
import { proxy } from 'comlink'
import { createChanges } from '../library/changes.ts'
import type { Library, LibraryChange } from '../library/library.ts'
import type { Intake } from './intake.ts'
import type { OpenIntake, OpenIntakeOptions } from './open-intake.ts'
import type { WorkerDesk } from './worker-desk.ts'

/** Opens an account's intake in a worker and gives it the face of one in place. */
export async function openRemoteIntake(
  desk: Remote<WorkerDesk>,
  { account, credentials, onNewerSchema }: OpenIntakeOptions,
): Promise<OpenIntake> {
  const changes = createChanges()
  const listeners = proxy({
    onChange: (change: LibraryChange) => changes.announce(change),
    onNewerSchema: () => onNewerSchema?.(),
  })
  const remote = await desk.open(account, credentials, listeners as never)
  const facts = await remote.facts()
  const library: Library = {
    ...facts,
    ...forward(remote.library as unknown as RemoteLibrary),
    subscribe: (listener) => changes.subscribe(listener),
    close() {},
  }
  const intake: Intake = {
    library,
    createJob: (request, madeFrom, skipScope) => remote.createJob(request, madeFrom, skipScope),
    resend: (key) => remote.resend(key),
    recover: () => remote.recover(),
    openJob: (jobId, onArrival) => remote.openJob(jobId, across(onArrival)),
    checkJob: (key, onArrival) => remote.checkJob(key, across(onArrival)),
    abandonCheck: (key) => remote.abandonCheck(key),
    makeArticleFile: (choice, as, onProgress) => remote.makeArticleFile(choice, as, across(onProgress)),
    makeBackup: (onProgress) => remote.makeBackup(across(onProgress)),
    restoreBackup: (file, onProgress) => remote.restoreBackup(file, across(onProgress)),
    abandonFiles: () => remote.abandonFiles(),
    readIds: (source) => remote.readIds(source),
    makeIdFile: (scope, format) => remote.makeIdFile(scope, format),
  }
  return {
    intake,
    useCredentials: (next) => remote.useCredentials(next),
    close() {
      changes.close()
      void remote.close()
    },
  }
}

/** A callback crosses as a proxy, which the types of the other side know under another name. */
const across = (callback: ((value: never) => void) | undefined) => callback && (proxy(callback) as never)

/** What crosses to the worker: every method of the library that answers with a promise. */
type RemoteLibrary = Omit<Library, 'name' | 'kept' | 'subscribe' | 'close'>

/** Named one by one, so that a new method of the library can't be forgotten here without the compiler noticing. */
const methods: Record<keyof RemoteLibrary, true> = {
  jobs: true,
  job: true,
  request: true,
  addSending: true,
  accept: true,
  markUnconfirmed: true,
  markSending: true,
  discardSent: true,
  openByNumber: true,
  noteCheck: true,
  setPhase: true,
  saveAnswer: true,
  removeJob: true,
  restoreJob: true,
  purgeRemoved: true,
  cards: true,
  find: true,
  prepareFind: true,
  article: true,
  receivedIds: true,
  idsAt: true,
  view: true,
  entries: true,
  libraryArticle: true,
  versions: true,
  duplicatesOf: true,
  compareTexts: true,
  decisions: true,
  marks: true,
  mark: true,
  steps: true,
  undo: true,
  lists: true,
  listIds: true,
  saveList: true,
  combineLists: true,
  deleteList: true,
  changeLedger: true,
  ledger: true,
  skipIds: true,
  yieldReport: true,
  keepRates: true,
  named: true,
  saveNamed: true,
  deleteNamed: true,
  draft: true,
  saveDraft: true,
  categories: true,
  setting: true,
  saveSetting: true,
  knownArticles: true,
  backupParts: true,
  backupPart: true,
  restorePart: true,
  inventory: true,
  unsaved: true,
  saveUnsaved: true,
  forget: true,
}

type Method = (...values: unknown[]) => Promise<unknown>

function forward(remote: RemoteLibrary): RemoteLibrary {
  const call =
    (name: string): Method =>
    (...values) =>
      (remote as unknown as Record<string, Method>)[name]!(...values)
  return Object.fromEntries(
    Object.keys(methods).map((name) => [name, call(name)]),
  ) as unknown as RemoteLibrary
}
