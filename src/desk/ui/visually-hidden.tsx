import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

export function VisuallyHidden({ children, ...rest }: { children: ReactNode; id?: string }) {
  return (
    <span {...rest} className={styles.hidden}>
      {children}
    </span>
  )
}
