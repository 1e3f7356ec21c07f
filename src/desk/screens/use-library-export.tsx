import { lazy, useState, type ReactNode } from 'react'
import type { Scope } from '../features/articles/selection.ts'
import type { LibrarySource } from '../features/library/library-source.ts'
import { useLibrary } from '../intake/intake-context.tsx'
import { DialogToCome } from '../ui/dialog-to-come.tsx'
import { type FileScope, exportScopes } from './export-scopes.ts'

const LibraryExportDialog = lazy(async () => ({
  default: (await import('../features/exports/library-export-dialog.tsx')).LibraryExportDialog,
}))

export interface LibraryExport {
  readonly dialog: ReactNode
  /** @param filters what narrows the list, each as it stands within a sentence */
  readonly open: (scopes: readonly Scope[], filters: readonly string[]) => Promise<void>
}

/** Exports from a list of the library. */
export function useLibraryExport(source: LibrarySource): LibraryExport {
  const library = useLibrary()
  const [scopes, setScopes] = useState<readonly FileScope[]>()
  return {
    async open(scopes, filters) {
      // What is kept is offered beside what is shown; where it cannot be read, the rest still is.
      const kept = await library.view({ decisions: ['keep'] }).then(
        ({ ids }) => [...source.positionsOf(ids)],
        () => [],
      )
      setScopes(exportScopes(scopes, filters, kept))
    },
    dialog: scopes ? (
      <DialogToCome onGiveUp={() => setScopes(undefined)}>
        <LibraryExportDialog positions={source} scopes={scopes} onClose={() => setScopes(undefined)} />
      </DialogToCome>
    ) : null,
  }
}
