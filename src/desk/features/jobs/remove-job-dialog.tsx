import { useRef } from 'react'
import type { Removal } from '../../library/jobs/removed-jobs.ts'
import type { JobRecord } from '../../library/records.ts'
import { Button } from '../../ui/button.tsx'
import { pluralize } from '../../ui/number-words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { jobTitle } from '../../library/jobs/job-title.ts'

export interface RemoveJobDialogProps {
  record: JobRecord
  onRemove: (how: Removal) => void
  onClose: () => void
}

/**
 * Asks what becomes of the ids: an editor who tidies up does not want the same articles again. Those of an earlier
 * service are not skipped in any case.
 */
export function RemoveJobDialog({ record, onRemove, onClose }: RemoveJobDialogProps) {
  const usual = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      onClose={onClose}
      title={`Remove ${jobTitle(record).toLowerCase()}?`}
      initialFocus={usual}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {record.isOfEarlierService ? null : (
            <Button variant="danger" onClick={() => onRemove('forget')}>
              Remove, stop skipping
            </Button>
          )}
          <Button ref={usual} variant="primary" onClick={() => onRemove('go-on-skipping')}>
            {record.isOfEarlierService ? 'Remove the texts' : 'Remove, keep skipping'}
          </Button>
        </>
      }
    >
      <p>
        It can be restored for a day, from the list of removed jobs; then it is deleted from this device, with
        its texts. Decisions, labels and notes stay.
        {record.isOfEarlierService
          ? null
          : ` If you stop skipping its ${pluralize(record.articleCount, 'id')}, the same articles may be delivered again.`}
      </p>
    </Dialog>
  )
}
