import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type OrderedIds, packInOrder } from '../../../../contract/ids.ts'
import { newestWithArticles } from '../../../library/jobs/collected.ts'
import type { Card, JobRecord } from '../../../library/records.ts'
import type { ViewSpec } from '../../../library/view/view.ts'
import { cardsQuery } from '../../../worker-client/library-queries.ts'
import { useWorkerApi } from '../../../worker-client/worker-context.tsx'
import type { LibrarySource } from '../library-source.ts'
import { addressOf } from './view-address.ts'

export interface NewestArticles {
  readonly ids: OrderedIds
  /** By position in the source. */
  readonly early: readonly Card[]
  /** How many articles the jobs brought together: at least as many as the library has. */
  readonly atMost: number
}

/**
 * How an unfiltered library begins: the articles of the job collected last. They are on the screen while the worker
 * still goes through the whole library to count and to filter.
 *
 * @param isWanted false once the whole view is there
 * @returns undefined for a view with filters or a search, unless they were added while this one was shown
 */
export function useNewestArticles(
  {
    source,
    jobs = [],
    spec,
  }: { source: LibrarySource; jobs: readonly JobRecord[] | undefined; spec: ViewSpec },
  isWanted: boolean,
): NewestArticles | undefined {
  const worker = useWorkerApi()
  const [isUnfiltered] = useState(() => addressOf(spec) === '')
  const newest = newestWithArticles(jobs)
  const isShown = isWanted && isUnfiltered && Boolean(newest)
  const { data: cards } = useQuery({ ...cardsQuery(worker, newest?.key ?? '', 0), enabled: isShown })
  return useMemo(() => {
    if (!isShown || !cards?.length) return undefined
    const early: Card[] = []
    for (const card of cards) early[source.positionOf(card.id)] = card
    return {
      ids: packInOrder(cards.map(({ id }) => id)),
      early,
      atMost: jobs.reduce((sum, { articleCount }) => sum + articleCount, 0),
    }
  }, [isShown, cards, source, jobs])
}
