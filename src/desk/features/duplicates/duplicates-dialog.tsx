import { useLocation, useParams } from 'react-router-dom'
import type { ArticleId } from '../../../contract/ids.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { figure } from '../../ui/number-words.ts'
import { comparing, Group, useGroup } from './group.tsx'

export interface DuplicatesDialogProps {
  /** The article the dialog is opened from: the one to keep until another is chosen. */
  id: ArticleId
  onKeepOne: (kept: ArticleId, others: readonly ArticleId[]) => void
  onClose: () => void
}

/** The near-duplicates of one article. */
export function DuplicatesDialog({ id, onKeepOne, onClose }: DuplicatesDialogProps) {
  const group = useGroup(id)
  const { kept, rejected } = group
  const { jobId } = useParams()
  const { search } = useLocation()
  const filters = jobId === undefined ? search : new URLSearchParams({ job: jobId })
  return (
    <Dialog
      wide
      onClose={onClose}
      {...groupWords}
      footer={
        <>
          <LinkButton variant="quiet" to={comparing(id, filters)}>
            Compare all groups
          </LinkButton>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={rejected.length === 0}
            onClick={() => {
              onKeepOne(kept, rejected)
              onClose()
            }}
          >
            {rejected.length === 0 ? 'Reject' : `Reject ${figure(rejected.length)}`}
          </Button>
        </>
      }
    >
      <Group group={group} />
    </Dialog>
  )
}

export const groupWords = {
  title: 'Near-duplicates',
  description: 'One article is kept. Those selected are rejected as its duplicates, and skipped from now on.',
}
