import { useMemo } from 'react'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import type { JobKey, JobRecord } from '../../library/records.ts'
import { ExportDialog } from './export-dialog.tsx'
import type { ExportScope, ExportSource } from './export-source.ts'
import { makeInWorker } from './make-in-worker.ts'

export interface JobExportDialogProps {
  record: JobRecord
  /** At least one; the first is the default. */
  scopes: readonly JobScope[]
  onClose: () => void
}

export function JobExportDialog({ record, scopes, onClose }: JobExportDialogProps) {
  return <ExportDialog source={useJobSource(record.key)} scopes={scopes} onClose={onClose} />
}

/** Articles of one job, by their position in the job. */
interface JobScope extends ExportScope {
  readonly kind: 'selected' | 'matching' | 'kept' | 'job'
  readonly positions: readonly number[] | 'all'
}

function useJobSource(jobKey: JobKey): ExportSource<JobScope> {
  const worker = useWorkerApi()
  return useMemo(
    () => ({
      name: `job-${jobKey}`,
      idsOf: ({ positions }) => worker.library.idsAt(jobKey, positions),
      makeArticleFile: ({ positions }, choice, work) =>
        makeInWorker(worker, { jobKey, positions }, choice, work),
      async onExported(ids) {
        await worker.library.annotate([{ ids, set: { exported: true } }])
      },
    }),
    [worker, jobKey],
  )
}
