import type { CatalogueKeeper } from './catalogue.ts'
import { storedBackup } from './stored-backup.ts'
import { storedExport } from './stored-export.ts'
import { storedInventory } from './stored-inventory.ts'
import type { StoredLibraryParts } from './stored-library.ts'
import { storedRestore } from './stored-restore.ts'

/** What files are made of, and what is read from them. */
export const libraryFiles = (parts: StoredLibraryParts, catalogue: CatalogueKeeper) => ({
  ...storedExport(parts, catalogue),
  ...storedBackup(parts),
  ...storedRestore(parts),
  ...storedInventory(parts),
})
