import type { To } from 'react-router-dom'
import type { JobRecord } from '../../library/records.ts'
import { paths } from '../../paths.ts'
import { useCard } from './use-card.ts'
import { searchOf, usePlaces } from './use-search.ts'

export interface Neighbours {
  /** From 0; -1 where the search of the address does not find the article. */
  readonly place: number
  readonly count: number
  readonly previous: To | undefined
  readonly next: To | undefined
  readonly back: To
}

/** What stands before and after an article in the list it was opened from: all articles, or those a search found. */
export function useNeighbours(record: JobRecord, position: number, query: string): Neighbours {
  const { places } = usePlaces(record, query)
  const place = places.placeOf(position)
  const before = useCard(record.key, place > 0 ? places.at(place - 1) : -1)
  const after = useCard(record.key, place + 1 < places.count ? places.at(place + 1) : -1)
  const search = searchOf(query)
  return {
    place,
    count: places.count,
    previous: before && { pathname: paths.article(record.key, before.id), search },
    next: after && { pathname: paths.article(record.key, after.id), search },
    back: { pathname: paths.job(record.key), search },
  }
}
