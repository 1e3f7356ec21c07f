import type { JobRecord } from '../../library/records.ts'
import { ExportDialog } from './export-dialog.tsx'
import { useJobSource, type JobScope } from './use-job-source.ts'

export interface JobExportDialogProps {
  record: JobRecord
  /** At least one; the first is meant unless the editor says otherwise. */
  scopes: readonly JobScope[]
  onClose: () => void
}

export function JobExportDialog({ record, scopes, onClose }: JobExportDialogProps) {
  return <ExportDialog source={useJobSource(record.key)} scopes={scopes} onClose={onClose} />
}
