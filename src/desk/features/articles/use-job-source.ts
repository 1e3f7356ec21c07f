import { QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { cardsQuery } from '../../worker-client/library-queries.ts'
import { cardsPerPage, type JobKey } from '../../library/records.ts'
import { paths } from '../../paths.ts'
import type { ArticleSource } from '../../worker-client/article-source.ts'

/** The articles of a job, by their position in the service's response. Rows share pages of cards. */
export function useJobSource(key: JobKey): ArticleSource {
  const worker = useWorkerApi()
  const client = useQueryClient()
  return useMemo((): ArticleSource => {
    const pageAt = (position: number) => cardsQuery(worker, key, Math.floor(position / cardsPerPage))
    return {
      peek: (position) => client.getQueryData(pageAt(position).queryKey)?.[position % cardsPerPage],
      watch: (position, listener) => new QueryObserver(client, pageAt(position)).subscribe(listener),
      card: async (position) => (await client.ensureQueryData(pageAt(position)))[position % cardsPerPage],
      prefetch(positions) {
        for (const position of positions) void client.prefetchQuery(pageAt(position))
      },
      ids: (positions) => worker.library.idsAt(key, positions),
      passages: (positions, query) => worker.library.passages({ jobKey: key, positions }, query),
      articlePath: (id) => paths.article(key, id),
      listPath: paths.job(key),
    }
  }, [client, worker, key])
}
