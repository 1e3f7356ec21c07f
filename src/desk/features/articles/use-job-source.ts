import { QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIntake } from '../../intake/intake-context.tsx'
import { cardsQuery } from '../../intake/library-queries.ts'
import { cardsPerPage, type JobKey } from '../../library/records.ts'
import { paths } from '../../paths.ts'
import type { ArticleSource } from './article-source.ts'

/** The articles of a job, by their place in the service's answer. Rows share the pages of cards they stand on. */
export function useJobSource(key: JobKey): ArticleSource {
  const intake = useIntake()
  const client = useQueryClient()
  return useMemo((): ArticleSource => {
    const pageAt = (position: number) => cardsQuery(intake, key, Math.floor(position / cardsPerPage))
    return {
      peek: (position) => client.getQueryData(pageAt(position).queryKey)?.[position % cardsPerPage],
      watch: (position, listener) => new QueryObserver(client, pageAt(position)).subscribe(listener),
      card: async (position) => (await client.ensureQueryData(pageAt(position)))[position % cardsPerPage],
      prefetch(positions) {
        for (const position of positions) void client.prefetchQuery(pageAt(position))
      },
      ids: (positions) => intake.library.idsAt(key, positions),
      articlePath: (id) => paths.article(key, id),
      listPath: paths.job(key),
    }
  }, [client, intake, key])
}
