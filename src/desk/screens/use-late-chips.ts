import { useEffect, useState, type ComponentType } from 'react'
import type { Card } from '../library/records.ts'

/** The first screen of a job waits neither for this part nor for the rest of the library to be read. */
const afterMs = 1_500

/** What the library as a whole knows of the articles of a job, once the list has been drawn without it. */
export function useLateChips(): ComponentType<{ card: Card }> | undefined {
  const [Chips, setChips] = useState<ComponentType<{ card: Card }>>()
  useEffect(() => {
    const timer = setTimeout(() => {
      import('../features/library/article-chips.tsx').then(
        ({ ArticleChips }) => setChips(() => ArticleChips),
        // Offline before it was ever fetched: the list says all that it said before.
        () => {},
      )
    }, afterMs)
    return () => clearTimeout(timer)
  }, [])
  return Chips
}
