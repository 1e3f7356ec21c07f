import Tag from 'lucide-react/icons/tag'
import { useRef, useState } from 'react'
import type { ArticleId } from '../../../contract/ids.ts'
import { useAnnotation } from '../../worker-client/worker-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { lazyPopup } from '../../ui/lazy-popup.tsx'
import { ariaKeys } from '../../ui/shortcuts.ts'
import styles from './article-labels.module.css'
import type { LabelsDialogProps } from './labels-dialog.tsx'

export const LabelsDialog = lazyPopup(async () => (await import('./labels-dialog.tsx')).LabelsDialog)

/** The labels of the article in the reader. */
export function ArticleLabels({ id, onLabel }: { id: ArticleId; onLabel: LabelsDialogProps['onLabel'] }) {
  const annotation = useAnnotation(id)
  const labels = annotation?.labels ?? []
  const [isOpen, setOpen] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const remove = (label: string) => {
    // The pressed button disappears with its label, and would take the focus with it.
    edit.current?.focus()
    onLabel([id], [label], false)
  }
  return (
    <div
      role="group"
      aria-label="Labels"
      className={styles.labels}
      data-unread={annotation === undefined || undefined}
      data-empty={labels.length === 0 || undefined}
    >
      {labels.map((label) => (
        <Chip key={label} onRemove={() => remove(label)} removeLabel={`Remove label ${label}`}>
          <bdi>{label}</bdi>
        </Chip>
      ))}
      <Button
        ref={edit}
        size="s"
        variant="quiet"
        className={styles.edit}
        icon={<Tag />}
        aria-haspopup="dialog"
        aria-keyshortcuts={ariaKeys('label')}
        onClick={() => setOpen(true)}
      >
        {labels.length === 0 ? 'Add label' : 'Edit labels'}
      </Button>
      {isOpen ? <LabelsDialog ids={[id]} onLabel={onLabel} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}
