import { useMemo } from 'react'
import type { ArticleId } from '../../../contract/ids.ts'
import { useIntake } from '../../intake/intake-context.tsx'
import type { Intake } from '../../intake/intake.ts'
import { ExportDialog } from './export-dialog.tsx'
import type { ExportScope, ExportSource } from './export-source.ts'

/** Articles of the library; the positions are those of the list they are shown in. */
export interface LibraryScope extends ExportScope {
  readonly kind: 'selected' | 'matching' | 'everything'
  readonly positions: readonly number[] | 'all'
}

/** The articles that positions stand for. */
interface Positions {
  /** Those past 2^53 are left out, and counted. */
  ids(positions: LibraryScope['positions']): Promise<{ ids: ArticleId[]; unsafe: number }>
  everyId(positions: LibraryScope['positions']): Promise<ArticleId[]>
}

export interface LibraryExportDialogProps {
  positions: Positions
  /** At least one; the first is meant unless the editor says otherwise. */
  scopes: readonly LibraryScope[]
  onClose: () => void
}

export function LibraryExportDialog({ positions, scopes, onClose }: LibraryExportDialogProps) {
  const intake = useIntake()
  const source = useMemo(() => sourceOf(intake, positions), [intake, positions])
  return <ExportDialog source={source} scopes={scopes} onClose={onClose} />
}

/** The file is made in the worker, where the articles are. */
function sourceOf(intake: Intake, { ids, everyId }: Positions): ExportSource<LibraryScope> {
  return {
    name: 'library',
    idsOf: ({ positions }) => ids(positions),
    async makeArticleFile({ positions }, choice, { signal, onProgress }) {
      const chosen = await everyId(positions)
      signal.throwIfAborted()
      const abandon = () => void intake.abandonFiles()
      signal.addEventListener('abort', abandon)
      try {
        return await intake.makeArticleFile({ ids: chosen }, choice, onProgress)
      } finally {
        signal.removeEventListener('abort', abandon)
      }
    },
    async onExported(ids) {
      await intake.library.mark([{ ids, set: { exported: true } }])
    },
  }
}
