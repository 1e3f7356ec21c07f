import type { ReactNode } from 'react'
import styles from './kbd.module.css'

/** @param hidden from screen readers, for controls that announce the key themselves */
export function Kbd({ children, hidden }: { children: ReactNode; hidden?: boolean }) {
  return (
    <kbd className={styles.kbd} aria-hidden={hidden}>
      {children}
    </kbd>
  )
}
