import type { ReactNode } from 'react'
import styles from './kbd.module.css'

/** @param hidden from screen readers, which are told of the key by the control itself */
export function Kbd({ children, hidden }: { children: ReactNode; hidden?: boolean }) {
  return (
    <kbd className={styles.kbd} aria-hidden={hidden}>
      {children}
    </kbd>
  )
}
