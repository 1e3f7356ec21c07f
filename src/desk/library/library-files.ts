import type { CatalogueKeeper } from './view/catalogue.ts'
import { storedBackup } from './backup/stored-backup.ts'
import { storedExport } from './backup/stored-export.ts'
import { storedInventory } from './backup/stored-inventory.ts'
import { storedRestore } from './backup/stored-restore.ts'
import type { StoredLibraryParts } from './library-parts.ts'

/** What files are made of, and what is read from them. */
export const libraryFiles = (parts: StoredLibraryParts, catalogue: CatalogueKeeper) => ({
  ...storedExport(parts, catalogue),
  ...storedBackup(parts),
  ...storedRestore(parts),
  ...storedInventory(parts),
})
