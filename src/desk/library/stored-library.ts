import { storedArticles } from './jobs/stored-articles.ts'
import { type Background, createBackground } from './view/background.ts'
import { createCatalogue } from './view/catalogue.ts'
import type { Changes } from './changes.ts'
import { type LazyModule, lazyModule } from './lazy-module.ts'
import type { Library } from './library.ts'
import type { LibraryDependencies } from './store/library-dependencies.ts'
import { storedRemovals } from './jobs/removed-jobs.ts'
import { storedJobs } from './jobs/stored-jobs.ts'
import { ledgerLists, storedLists } from './skips/stored-lists.ts'
import { storedAnnotations } from './annotations/stored-annotations.ts'
import { presetsAndViews } from './presets-and-views.ts'
import { serviceIdentity } from './service-identity.ts'
import { storedSettings } from './stored-settings.ts'
import type { WholeLibrary } from './whole-library.ts'

/** Implements the library over any store, so that the same rules apply on the device and in memory. */
export function createStoredLibrary(dependencies: LibraryDependencies): Library {
  const { name, store, changes, now } = dependencies
  const removals = storedRemovals(dependencies)
  const catalogue = createCatalogue(store, changes)
  const stopping = new AbortController()
  const whole = lazyModule(async () => {
    const part = (await import('./whole-library.ts')).createWholeLibrary(dependencies, catalogue)
    if (stopping.signal.aborted) part.stop()
    else stopping.signal.addEventListener('abort', () => part.stop())
    return part
  })
  const ledger = lazyModule(async () =>
    (await import('./skips/stored-ledger.ts')).storedLedger(dependencies, catalogue),
  )
  const files = lazyModule(async () =>
    (await import('./library-files.ts')).libraryFiles(dependencies, catalogue),
  )
  const reading = readWhatComes(changes, whole)
  const stopReading = () => {
    reading.stop()
    stopping.abort()
  }
  changes.subscribe(({ forgotten }) => forgotten && stopReading())
  return {
    name,
    get kept() {
      return store.kept
    },
    subscribe: (listener) => changes.subscribe(listener),
    ...storedJobs(dependencies),
    ...removals,
    ...storedArticles(dependencies, async () => (await catalogue.current()).foldedNotes),
    ...storedAnnotations(dependencies),
    ...storedLists(dependencies),
    ...presetsAndViews(dependencies),
    ...storedSettings(dependencies),
    ...serviceIdentity(dependencies),
    ...whole.methods({
      view: true,
      prepareView: true,
      prepareSearch: true,
      labels: true,
      decidedCounts: true,
      entries: true,
      libraryArticle: true,
      duplicateNotes: true,
      duplicatesOf: true,
      duplicateGroups: true,
      versions: true,
      compareTexts: true,
      passages: true,
      yieldReport: true,
      keepRates: true,
    }),
    // Fetched separately, because the form for a new job needs only this of the whole library.
    ...ledger.methods({ ledger: true, skipIds: true, combineLists: true, changeLedger: true }),
    ...files.methods({
      knownArticles: true,
      backupParts: true,
      backupPart: true,
      restorePart: true,
      inventory: true,
    }),
    unsaved: () => Promise.resolve(store.unsaved?.()),
    async saveUnsaved() {
      if (store.unsaved?.()?.reason === 'quota') await removals.purgeRemoved(now())
      await store.saveUnsaved?.()
    },
    async forget() {
      const reading = store.transaction('readonly', ['jobs'], (tables) => tables.jobs.all())
      // Only for the announcement: what can't be read must still be deleted.
      const records = await reading.catch(() => [])
      await store.destroy()
      const keys = records.map((record) => record.key)
      changes.announce({
        jobs: keys,
        articles: keys,
        annotations: 'many',
        lists: ledgerLists,
        named: true,
        forgotten: true,
      })
    },
    close() {
      stopReading()
      changes.close()
      store.close()
    },
  }
}

/** Lets the page draw what was just saved first. */
const readAfterMs = 250

/** Fetches the whole-library part when the first articles come, so that it reads their texts in the background. */
function readWhatComes(changes: Changes, whole: LazyModule<WholeLibrary>): Background {
  const background = createBackground(
    async () => {
      const part = await whole.get()
      // From here on the part follows changes itself.
      unsubscribe()
      part.readTexts()
    },
    { delayMs: readAfterMs },
  )
  const unsubscribe = changes.subscribe(({ articles = [] }) => {
    if (articles.length > 0) background.wake()
  })
  return background
}
