import { createContext, useState, type ReactNode } from 'react'
import { useShortcut } from '../ui/use-shortcut.ts'
import styles from './split-screen.module.css'

export interface SplitScreenProps {
  /** The list. */
  children: ReactNode
  /** Whether space beside the list is reserved. */
  isSplit: boolean
  /** Whether filters are placed before the list if there is room for both and the reader. */
  hasRail?: boolean
  /** Whether the reader is open: if there is no room beside the list, it covers it. */
  isReading: boolean
  /** The content of that space. */
  reader: ReactNode
}

/** Whether focus mode is on, and how to toggle it, for the tools of the reader. */
export const FocusModeContext = createContext({ isFocused: false, toggle: () => {} })

/** A list of articles and, on a wide screen, the open article beside it. */
export function SplitScreen({ children, isSplit, hasRail = false, isReading, reader }: SplitScreenProps) {
  const [isFocused, setFocused] = useState(false)
  // Without an article to focus on, the list must be visible.
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
