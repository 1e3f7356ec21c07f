import { useSyncExternalStore } from 'react'
import { useLocation, type To } from 'react-router-dom'
import type { ArticleSource } from '../../../worker-client/article-source.ts'
import type { ListHandle } from './list-handle.ts'
import { useCard } from './use-card.ts'

export interface Neighbours {
  /** From 0; -1 if the list does not show the article. */
  readonly place: number
  readonly count: number
  readonly previous: To | undefined
  readonly next: To | undefined
  readonly back: To
}

/** The articles before and after an article in the list it was opened from, as that list is now. */
export function useNeighbours(source: ArticleSource, listHandle: ListHandle, position: number): Neighbours {
  const { search } = useLocation()
  const ordering = useSyncExternalStore(listHandle.subscribe, listHandle.ordering)
  const place = ordering.placeOf(position)
  const before = useCard(source, place > 0 ? ordering.at(place - 1) : -1)
  const after = useCard(source, place >= 0 && place + 1 < ordering.count ? ordering.at(place + 1) : -1)
  return {
    place,
    count: ordering.count,
    previous: before && { pathname: source.articlePath(before.id), search },
    next: after && { pathname: source.articlePath(after.id), search },
    back: { pathname: source.listPath, search },
  }
}
