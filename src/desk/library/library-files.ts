import { countIds, uniteIds } from '../../contract/ids.ts'
import { storedBackup } from './backup/stored-backup.ts'
import { storedRestore } from './backup/stored-restore.ts'
import { readIds } from './jobs/earlier-results.ts'
import { allIdsOf } from './jobs/job-ids.ts'
import { present } from './jobs/stored-jobs.ts'
import type { Library } from './library.ts'
import type { LibraryDependencies } from './store/library-dependencies.ts'
import type { CatalogueKeeper } from './view/catalogue.ts'
import { storedKnownArticles } from './view/stored-known-articles.ts'

/** The methods behind exports, backups and restoring. */
export const libraryFiles = (dependencies: LibraryDependencies, catalogue: CatalogueKeeper) => ({
  ...storedKnownArticles(dependencies, catalogue),
  ...storedBackup(dependencies),
  ...storedRestore(dependencies),
  ...storedInventory(dependencies),
})

/** Counts without reading texts. */
function storedInventory({ store }: LibraryDependencies): Pick<Library, 'inventory'> {
  return {
    inventory: () =>
      store.transaction('readonly', ['jobs', 'ids', 'marks', 'lists', 'named'], async (tables) => {
        const jobs = present(await tables.jobs.all())
        const marks = (await tables.marks.all()).flatMap((bucket) => [...bucket.marks.values()])
        const named = await tables.named.all()
        return {
          jobs: jobs.length,
          articles: countIds(uniteIds((await readIds(tables, jobs)).map(allIdsOf))),
          decided: marks.filter(({ decision }) => decision).length,
          labelled: marks.filter(({ labels }) => labels !== undefined).length,
          notes: marks.filter(({ note }) => note !== undefined).length,
          lists: (await tables.lists.all()).length,
          presets: named.filter(({ kind }) => kind === 'preset').length,
          views: named.filter(({ kind }) => kind === 'view').length,
        }
      }),
  }
}
