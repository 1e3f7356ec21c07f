import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { keepRowFocus } from './row-focus.ts'

/** Says why there is nothing here, and what to do next. Buttons that go away once pressed don't lose the focus. */
export function EmptyState({
  title,
  level: Heading = 'h2',
  children,
  actions,
}: {
  title: ReactNode
  /** One below the heading it is under. */
  level?: 'h2' | 'h3'
  children?: ReactNode
  actions: ReactNode
}) {
  return (
    <div className={styles.empty}>
      <Heading className={styles.title}>{title}</Heading>
      {children ? <div className={styles.text}>{children}</div> : null}
      <div ref={keepRowFocus} className={styles.actions}>
        {actions}
      </div>
    </div>
  )
}
