import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import styles from './disclosure.module.css'

export interface DisclosureProps {
  summary: ReactNode
  children: ReactNode
  defaultOpen?: boolean
  /** For content that should be loaded only once it is open. */
  onOpenChange?: (open: boolean) => void
}

export function Disclosure({ summary, children, defaultOpen = false, onOpenChange }: DisclosureProps) {
  return (
    <details
      className={styles.disclosure}
      open={defaultOpen}
      onToggle={(event) => onOpenChange?.(event.currentTarget.open)}
    >
      <summary className={styles.summary}>
        <ChevronRight className={styles.mark} size={16} strokeWidth={1.75} />
        {summary}
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  )
}
