import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { useRowFocus } from './use-row-focus.ts'

/** Says why there is nothing here, and what to do next. Buttons that go away once pressed don't lose the focus. */
export function EmptyState({
  title,
  children,
  actions,
}: {
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
}) {
  const rowFocus = useRowFocus()
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {children ? <div className={styles.text}>{children}</div> : null}
      {actions ? (
        <div ref={rowFocus} className={styles.actions}>
          {actions}
        </div>
      ) : null}
    </div>
  )
}
