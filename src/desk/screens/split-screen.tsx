import type { ReactNode } from 'react'
import styles from './split-screen.module.css'

export interface SplitScreenProps {
  /** The list. */
  children: ReactNode
  /** Whether a place beside the list is kept. */
  isSplit?: boolean
  /** Whether filters stand before the list where there is room for both and the reader. */
  hasRail?: boolean
  /** Whether the reader is open: where there is no room beside the list, it lies over it. */
  isReading: boolean
  /** What stands in that place. */
  reader: ReactNode
}

/** A list of articles, and beside it on a wide screen the article that is read. */
export function SplitScreen({
  children,
  isSplit = true,
  hasRail = false,
  isReading,
  reader,
}: SplitScreenProps) {
  return (
    <div className={styles.screen} data-split={isSplit} data-rail={hasRail} data-reading={isReading}>
      <div className={styles.list}>{children}</div>
      {isSplit ? <div className={styles.reader}>{reader}</div> : null}
    </div>
  )
}
