import type { ReactNode } from 'react'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './absent-article.module.css'

export interface AbsentArticleProps {
  /** Whether the device is still reading. */
  isPending: boolean
  isError: boolean
  /** Why the article may be missing, if the device could tell. */
  why: string
  /** Link back to the list it was looked for in. */
  back: ReactNode
}

/** Takes the place of an article that is missing or still loading. */
export function AbsentArticle({ isPending, isError, why, back }: AbsentArticleProps) {
  return (
    <div className={styles.place}>
      {isPending ? (
        <Skeleton lines={8} />
      ) : (
        <EmptyState
          title={isError ? 'This article could not be read' : 'This article is not in your library'}
          actions={back}
        >
          {isError ? 'Nothing was changed; try again in a moment.' : why}
        </EmptyState>
      )}
    </div>
  )
}
