import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import styles from './chip.module.css'

export interface ChipProps {
  children: ReactNode
  onRemove: () => void
  /** The label of the remove button, with the name of what it removes: "Remove storm surge". */
  removeLabel: string
}

export function Chip({ children, onRemove, removeLabel }: ChipProps) {
  return (
    <span className={styles.chip}>
      <span className={styles.text}>{children}</span>
      <button type="button" className={styles.remove} aria-label={removeLabel} onClick={onRemove}>
        <X size={14} strokeWidth={2} />
      </button>
    </span>
  )
}
