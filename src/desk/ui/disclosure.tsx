import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './disclosure.module.css'

export interface DisclosureProps {
  summary: ReactNode
  children: ReactNode
  defaultOpen?: boolean
}

export function Disclosure({ summary, children, defaultOpen = false }: DisclosureProps) {
  return (
    <details className={styles.disclosure} open={defaultOpen}>
      <summary className={styles.summary}>
        <ChevronRight className={styles.mark} size={16} strokeWidth={1.75} aria-hidden="true" />
        {summary}
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  )
}
