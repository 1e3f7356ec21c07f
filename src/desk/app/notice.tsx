import type { ReactNode } from 'react'
import styles from './notices.module.css'

/** A line at the bottom edge of every screen. */
export function Notice({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.notice}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      {children}
    </span>
  )
}
