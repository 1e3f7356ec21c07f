import type { ReactNode } from 'react'
import { pluralize, figure } from '../../ui/number-words.ts'
import styles from './export-progress.module.css'

export interface ExportProgressProps {
  /** Articles written so far; undefined while no export runs. */
  done: number | undefined
  total: number
  /** Shown before the export starts. */
  children: ReactNode
}

/** What the file will contain and, in the same place, how much of it is written, so that nothing moves. */
export function ExportProgress({ done, total, children }: ExportProgressProps) {
  const isWorking = done !== undefined
  return (
    <div className={styles.place}>
      <p className={styles.words}>
        {isWorking ? `${figure(done)} of ${pluralize(total, 'article')} written.` : children}
      </p>
      <progress
        className={styles.bar}
        aria-label="Articles written"
        hidden={!isWorking}
        value={done ?? 0}
        max={total}
      />
    </div>
  )
}
