import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './page.module.css'

export interface PageProps {
  /** The title in the tab and the history. */
  title: string
  /** The h1, if it differs from the tab's title. */
  heading?: ReactNode
  lede?: ReactNode
  actions?: ReactNode
  /** By default a wide column; `full` is the whole width of a large screen, `form` room for two columns of fields. */
  width?: 'full' | 'form'
  children?: ReactNode
}

/** The title that the document is loaded with, or a blank one in tests, and the end of each screen's. */
const deskTitle = 'Article Desk'

/** What the browser's tab says of a screen, or of what is open in it. */
export const tabTitle = (title: string): string => `${title} - ${deskTitle}`

/**
 * A screen's frame: one h1, which takes the focus when the editor arrives from another screen, but not on the first
 * screen since the document was loaded: the skip link comes before it. Give it a `key` if one screen can lead to another
 * of its kind.
 */
export function Page({ title, heading = title, lede, actions, width, children }: PageProps) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  // The router can't tell: the first entry has the same key when the editor goes back to it as when it is loaded.
  const [isFirst] = useState(() => deskTitle.startsWith(document.title))

  useEffect(() => {
    document.title = tabTitle(title)
  }, [title])

  useEffect(() => {
    // A field with autofocus keeps the focus; so does anything the editor is using on this same screen, and a dialog
    // that was opened while this screen was being fetched.
    const isInUse = document.activeElement?.closest('main, [role=dialog], [role=menu]')
    if (!isFirst && !isInUse) headingRef.current?.focus()
  }, [isFirst])

  return (
    <div className={styles.page} data-width={width}>
      <header className={styles.head}>
        <div className={styles.titles}>
          <h1 ref={headingRef} tabIndex={-1} className={styles.heading}>
            {heading}
          </h1>
          {lede ? <div className={styles.lede}>{lede}</div> : null}
        </div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </header>
      {children}
    </div>
  )
}
