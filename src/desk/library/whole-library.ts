import { createTextAnalyser } from './view/text-analyser.ts'
import type { CatalogueKeeper } from './view/catalogue.ts'
import { createLibraryDuplicates } from './view/library-duplicates.ts'
import { createLibrarySearch } from './view/library-search.ts'
import { storedView } from './view/stored-view.ts'
import { storedYields } from './view/stored-yields.ts'
import type { LibraryParts } from './store/library-parts.ts'

export type WholeLibrary = ReturnType<typeof createWholeLibrary>

/** What looks at all jobs at once, and what reads every text for it. */
export function createWholeLibrary(parts: LibraryParts, catalogue: CatalogueKeeper) {
  const { store, changes } = parts
  const analyser = createTextAnalyser({ store, changes, catalogue })
  const search = createLibrarySearch({ store, changes, catalogue })
  const duplicates = createLibraryDuplicates({ store, changes, catalogue })
  // Begun before it is asked for: whoever fetches this part will want it.
  void Promise.all([analyser.restore(), duplicates.restore()])
  return {
    ...storedView(parts, { catalogue, analyser, duplicates, search }),
    ...storedYields(parts, { catalogue, analyser, duplicates }),
    /** Reads what has come; what comes later it notices itself. */
    readTexts: () => analyser.wake(),
    stop() {
      analyser.stop()
      search.stop()
      duplicates.stop()
    },
  }
}
