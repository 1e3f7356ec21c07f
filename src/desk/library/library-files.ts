import type { CatalogueKeeper } from './view/catalogue.ts'
import { storedBackup } from './backup/stored-backup.ts'
import { storedExport } from './backup/stored-export.ts'
import { storedInventory } from './backup/stored-inventory.ts'
import type { StoredLibraryParts } from './stored-library.ts'
import { storedRestore } from './backup/stored-restore.ts'

/** What files are made of, and what is read from them. */
export const libraryFiles = (parts: StoredLibraryParts, catalogue: CatalogueKeeper) => ({
  ...storedExport(parts, catalogue),
  ...storedBackup(parts),
  ...storedRestore(parts),
  ...storedInventory(parts),
})
