import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'
import styles from './alert.module.css'
import { keepRowFocus } from './row-focus.ts'

export interface AlertProps {
  tone: 'error' | 'caution' | 'info'
  title?: ReactNode
  children?: ReactNode
  actions?: ReactNode
}

const icons = { error: CircleAlert, caution: TriangleAlert, info: Info }

/**
 * What happened, what is safe, what to do next. Only an error interrupts a screen reader. Buttons that go away once
 * pressed don't lose the focus.
 */
export function Alert({ tone, title, children, actions }: AlertProps) {
  const Icon = icons[tone]
  return (
    <div role={tone === 'error' ? 'alert' : 'status'} className={`${styles.alert} ${styles[tone]}`}>
      <Icon className={styles.icon} size={18} strokeWidth={1.75} />
      <div>
        {title ? <p className={styles.title}>{title}</p> : null}
        {children ? <div className={styles.text}>{children}</div> : null}
        {actions ? (
          <div ref={keepRowFocus} className={styles.actions}>
            {actions}
          </div>
        ) : null}
      </div>
    </div>
  )
}
