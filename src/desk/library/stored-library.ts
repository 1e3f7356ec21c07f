import { createAnalyst } from './analyst.ts'
import { storedArticles } from './stored-articles.ts'
import { createCatalogue } from './catalogue.ts'
import type { Changes } from './changes.ts'
import type { Library } from './library.ts'
import { createLibraryDuplicates } from './library-duplicates.ts'
import { createLibrarySearch } from './library-search.ts'
import type { Store } from './store.ts'
import { storedBackup } from './stored-backup.ts'
import { storedExport } from './stored-export.ts'
import { storedInventory } from './stored-inventory.ts'
import { storedJobs } from './stored-jobs.ts'
import { storedLedger } from './stored-ledger.ts'
import { storedLists } from './stored-lists.ts'
import { storedMarks } from './stored-marks.ts'
import { storedNamed } from './stored-named.ts'
import { storedRestore } from './stored-restore.ts'
import { storedSettings } from './stored-settings.ts'
import { storedView } from './stored-view.ts'
import { storedYields } from './stored-yields.ts'

export interface StoredLibraryParts {
  /** See `accountName`. */
  readonly name: string
  readonly store: Store
  readonly changes: Changes
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** The library's rules over any store: what a device keeps and what only memory keeps obey the same ones. */
export function createStoredLibrary(parts: StoredLibraryParts): Library {
  const { name, store, changes, now } = parts
  const jobs = storedJobs(parts)
  const catalogue = createCatalogue(store, changes)
  const analyst = createAnalyst({ store, changes, catalogue })
  const search = createLibrarySearch({ store, changes, catalogue })
  const duplicates = createLibraryDuplicates({ store, changes, catalogue })
  return {
    name,
    get kept() {
      return store.kept
    },
    subscribe: (listener) => changes.subscribe(listener),
    ...jobs,
    ...storedArticles(parts),
    ...storedView(parts, { catalogue, analyst, duplicates, search }),
    ...storedMarks(parts),
    ...storedLists(parts),
    ...storedLedger(parts, catalogue),
    ...storedYields(parts, catalogue),
    ...storedNamed(parts),
    ...storedInventory(parts),
    ...storedExport(parts, catalogue),
    ...storedBackup(parts),
    ...storedRestore(parts),
    ...storedSettings(parts),
    unsaved: () => Promise.resolve(store.unsaved?.()),
    async saveUnsaved() {
      await jobs.purgeRemoved(now())
      await store.saveUnsaved?.()
    },
    async forget() {
      const records = await store.transact('read', (tables) => tables.jobs.all())
      await store.destroy()
      const keys = records.map((record) => record.key)
      changes.announce({
        jobs: keys,
        articles: keys,
        marks: 'many',
        lists: ['imported', 'by-hand', 'released'],
        named: true,
        steps: true,
      })
    },
    close() {
      analyst.stop()
      search.stop()
      duplicates.stop()
      changes.close()
      store.close()
    },
  }
}
