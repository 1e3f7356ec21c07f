import { useMemo } from 'react'
import type { ArticleId } from '../../../contract/ids.ts'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import type { WorkerApi } from '../../worker-protocol/worker-api.ts'
import { ExportDialog } from './export-dialog.tsx'
import type { ExportScope, ExportSource } from './export-source.ts'
import { makeInWorker } from './make-in-worker.ts'

/** Articles of the library, by their position in the list that shows them. */
export interface LibraryScope extends ExportScope {
  readonly kind: 'selected' | 'matching' | 'kept' | 'everything'
  readonly positions: readonly number[] | 'all'
}

/** Resolves positions to ids. */
interface Positions {
  /** Ids past 2^53 are left out and counted. */
  readonly ids: (positions: LibraryScope['positions']) => Promise<{ ids: ArticleId[]; unsafe: number }>
  readonly everyId: (positions: LibraryScope['positions']) => Promise<ArticleId[]>
}

export interface LibraryExportDialogProps {
  positions: Positions
  /** At least one; the first is the default. */
  scopes: readonly LibraryScope[]
  onClose: () => void
}

export function LibraryExportDialog({ positions, scopes, onClose }: LibraryExportDialogProps) {
  const worker = useWorkerApi()
  const source = useMemo(() => sourceOf(worker, positions), [worker, positions])
  return <ExportDialog source={source} scopes={scopes} onClose={onClose} />
}

function sourceOf(worker: WorkerApi, { ids, everyId }: Positions): ExportSource<LibraryScope> {
  return {
    name: 'library',
    idsOf: ({ positions }) => ids(positions),
    async makeArticleFile({ positions }, choice, work) {
      return makeInWorker(worker, { ids: await everyId(positions) }, choice, work)
    },
    async onExported(ids) {
      await worker.library.annotate([{ ids, set: { exported: true } }])
    },
  }
}
