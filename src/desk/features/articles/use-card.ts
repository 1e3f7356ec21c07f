import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useIntake } from '../../intake/intake-context.tsx'
import { cardsQuery } from '../../intake/library-queries.ts'
import { cardsPerPage, type Card, type JobKey } from '../../library/records.ts'
import { paths } from '../../paths.ts'
import type { Places } from './places.ts'
import { searchOf } from './use-search.ts'

const pageOf = (position: number): number => Math.floor(position / cardsPerPage)

/** One card. Rows share the pages they stand on, and a page goes when the last row on it has gone. */
export function useCard(key: JobKey, position: number): Card | undefined {
  const { data } = useQuery({
    ...cardsQuery(useIntake(), key, pageOf(position)),
    enabled: position >= 0,
    select: (cards) => cards[position % cardsPerPage],
  })
  return data
}

/** How many places ahead and behind are read before they come into sight. */
const lookAhead = 40

/** Reads the pages next to what is seen, so that scrolling seldom meets a place that is still empty. */
export function usePrefetchedCards(key: JobKey, places: Places, first: number, last: number): void {
  const intake = useIntake()
  const client = useQueryClient()
  useEffect(() => {
    for (const place of [first - lookAhead, last + lookAhead]) {
      const position = places.at(Math.min(Math.max(place, 0), places.count - 1))
      if (position >= 0) void client.prefetchQuery(cardsQuery(intake, key, pageOf(position)))
    }
  }, [client, intake, key, places, first, last])
}

/** Opens the reader on the article at a position. */
export function useOpenArticle(key: JobKey, query: string): (position: number) => Promise<void> {
  const intake = useIntake()
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (position) => {
    const cards = await client.ensureQueryData(cardsQuery(intake, key, pageOf(position)))
    const card = cards[position % cardsPerPage]
    if (!card) return
    await navigate(
      { pathname: paths.article(key, card.id), search: searchOf(query) },
      { preventScrollReset: true },
    )
  }
}
