import { useCallback, useSyncExternalStore } from 'react'
import type { Card } from '../../../library/records.ts'
import type { ArticleSource } from '../../../worker-client/article-source.ts'

/** One card of a list; undefined while it is being read and for negative positions. */
export function useCard(source: ArticleSource, position: number): Card | undefined {
  return useSyncExternalStore(
    useCallback(
      (listener) => (position < 0 ? () => undefined : source.watch(position, listener)),
      [source, position],
    ),
    () => (position < 0 ? undefined : source.peek(position)),
  )
}
