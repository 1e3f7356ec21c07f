import { X } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { NamedIds } from './form-state.ts'
import styles from './id-list-row.module.css'
import { ReadingLine } from './reading-line.tsx'

export interface IdListRowProps {
  list: NamedIds
  onRemove: () => void
  /** Absent where the list is too long for a text field. */
  onEdit?: (() => void) | undefined
}

export function IdListRow({ list, onRemove, onEdit }: IdListRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span className={styles.name}>{list.name}</span>
        <ReadingLine parsed={list} />
      </div>
      {onEdit ? (
        <Button size="s" variant="quiet" onClick={onEdit} aria-label={`Edit ${list.name} as text`}>
          Edit
        </Button>
      ) : null}
      <IconButton label={`Remove ${list.name}`} icon={<X />} onClick={onRemove} />
    </li>
  )
}
