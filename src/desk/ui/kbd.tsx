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

/** The keys of one alternative of a shortcut, as from `keyCaps`. */
export function KeyCaps({ caps = [], hidden }: { caps?: readonly string[]; hidden?: boolean }) {
  return caps.map((cap, index) => (
    // A sequence may have the same key twice.
    // oxlint-disable-next-line react/no-array-index-key
    <Kbd key={index} hidden={hidden}>
      {cap}
    </Kbd>
  ))
}
