import { useId, type ReactNode } from 'react'
import styles from './section.module.css'

export interface SectionProps {
  title: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A part of a page, set off by a rule and a heading. */
export function Section({ title, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
      {children}
    </section>
  )
}
