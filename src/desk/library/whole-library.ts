import { createAnalyst } from './view/analyst.ts'
import type { CatalogueKeeper } from './view/catalogue.ts'
import { createLibraryDuplicates } from './view/library-duplicates.ts'
import { createLibrarySearch } from './view/library-search.ts'
import { storedLedger } from './skips/stored-ledger.ts'
import { storedView } from './view/stored-view.ts'
import { storedYields } from './jobs/stored-yields.ts'
import type { StoredLibraryParts } from './library-parts.ts'

export type WholeLibrary = ReturnType<typeof createWholeLibrary>

/** What looks at all jobs at once, and what reads every text for it. */
export function createWholeLibrary(parts: StoredLibraryParts, catalogue: CatalogueKeeper) {
  const { store, changes } = parts
  const analyst = createAnalyst({ store, changes, catalogue })
  const search = createLibrarySearch({ store, changes, catalogue })
  const duplicates = createLibraryDuplicates({ store, changes, catalogue })
  return {
    ...storedView(parts, { catalogue, analyst, duplicates, search }),
    ...storedYields(parts, { catalogue, analyst, duplicates }),
    ...storedLedger(parts, catalogue),
    /** Reads what has come; from here on it sees by itself when more does. */
    readTexts: () => analyst.wake(),
    stop() {
      analyst.stop()
      search.stop()
      duplicates.stop()
    },
  }
}
