import { createTextAnalyser } from './view/text-analyser.ts'
import type { CatalogueKeeper } from './view/catalogue.ts'
import { createLibraryDuplicates } from './view/library-duplicates.ts'
import { createLibrarySearch } from './view/library-search.ts'
import { createCardPages } from './view/card-pages.ts'
import { storedEntries } from './view/stored-entries.ts'
import { storedPassages } from './view/stored-passages.ts'
import { storedView } from './view/stored-view.ts'
import { storedYields } from './view/stored-yields.ts'
import type { LibraryDependencies } from './store/library-dependencies.ts'

export type WholeLibrary = ReturnType<typeof createWholeLibrary>

/** The methods that span all jobs, and the analyser that reads every text for them. */
export function createWholeLibrary(dependencies: LibraryDependencies, catalogue: CatalogueKeeper) {
  const { store, changes } = dependencies
  const analyser = createTextAnalyser({ store, changes, catalogue })
  const search = createLibrarySearch({ store, changes, catalogue })
  const duplicates = createLibraryDuplicates({ store, changes, catalogue })
  const pages = createCardPages(store, changes)
  // Started early: code that loads this part will need it.
  void Promise.all([analyser.restore(), duplicates.restore()])
  return {
    ...storedView(changes, { catalogue, analyser, duplicates, search, pages }),
    ...storedEntries(store, { catalogue, analyser, duplicates, pages }),
    ...storedPassages(store, catalogue),
    ...storedYields(dependencies, { catalogue, analyser, duplicates }),
    /** Reads the texts that have come so far. Later ones are noticed automatically. */
    readTexts: () => analyser.wake(),
    stop() {
      analyser.stop()
      search.stop()
      duplicates.stop()
    },
  }
}
