import { createContext, useState, type ReactNode } from 'react'
import { useShortcut } from '../ui/use-shortcut.ts'
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

/** Whether the article has the window for itself, and how to change that: for the tools of the reader. */
export const FocusModeContext = createContext({ isFocused: false, toggle: () => {} })

/** A list of articles, and beside it on a wide screen the article that is read. */
export function SplitScreen({
  children,
  isSplit = true,
  hasRail = false,
  isReading,
  reader,
}: SplitScreenProps) {
  const [isFocused, setFocused] = useState(false)
  // The list is what there is to come back to.
  if (isFocused && !isReading) setFocused(false)
  const toggle = () => setFocused(!isFocused)
  useShortcut('focus-mode', toggle, { enabled: isReading })
  return (
    <FocusModeContext value={{ isFocused, toggle }}>
      <div
        className={styles.screen}
        data-split={isSplit}
        data-rail={hasRail}
        data-reading={isReading}
        data-focus={isFocused || undefined}
      >
        <div className={styles.list}>{children}</div>
        {isSplit ? <div className={styles.reader}>{reader}</div> : null}
      </div>
    </FocusModeContext>
  )
}
