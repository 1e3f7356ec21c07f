import Tag from 'lucide-react/icons/tag'
import { lazy, useRef, useState } from 'react'
import type { ArticleId } from '../../../contract/ids.ts'
import { useAnnotation } from '../../worker-client/worker-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { LazyDialog } from '../../ui/lazy-dialog.tsx'
import { ariaKeys } from '../../ui/shortcuts.ts'
import styles from './article-labels.module.css'
import type { LabelsDialogProps } from './labels-dialog.tsx'

const LabelsDialog = lazy(async () => ({ default: (await import('./labels-dialog.tsx')).LabelsDialog }))

/** Holds the dialog, which is open while there are articles to label. */
export function LabelsDialogHost({
  ids,
  ...props
}: Omit<LabelsDialogProps, 'ids'> & { ids: readonly ArticleId[] | undefined }) {
  if (!ids) return null
  return (
    <LazyDialog onGiveUp={props.onClose}>
      <LabelsDialog {...props} ids={ids} />
    </LazyDialog>
  )
}

/** The labels of the article in the reader. */
export function ArticleLabels({ id, onLabel }: { id: ArticleId; onLabel: LabelsDialogProps['onLabel'] }) {
  const labels = useAnnotation(id)?.labels ?? []
  const [isOpen, setOpen] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const remove = (label: string) => {
    // The pressed button disappears with its label, and would take the focus with it.
    edit.current?.focus()
    onLabel([id], label, false)
  }
  return (
    <div
      role="group"
      aria-label="Labels"
      className={styles.labels}
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
      <LabelsDialogHost ids={isOpen ? [id] : undefined} onLabel={onLabel} onClose={() => setOpen(false)} />
    </div>
  )
}
