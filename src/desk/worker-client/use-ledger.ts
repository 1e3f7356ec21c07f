import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LedgerQuery } from '../library/skips/ledger-page.ts'
import { fromDevice, articlesKey, jobsQuery, libraryKeys } from './library-queries.ts'
import { useWorkerApi } from './worker-context.tsx'

/** A page of skipped ids, by default the first of all; of the previous query while the next is read. */
export function useLedger(query: LedgerQuery = {}) {
  const worker = useWorkerApi()
  const { library } = worker
  const { data: jobs = [], isPending } = useQuery(jobsQuery(worker))
  // The defaults are written out, so that the same page has the same key and is read once.
  const page = { query: '', page: 0, ...query }
  return useQuery({
    ...fromDevice,
    // With what the jobs hold, since removing a job removes its articles.
    queryKey: [...libraryKeys.derived(library.name), 'ledger', page, articlesKey(jobs)],
    queryFn: () => library.ledger(page),
    gcTime: 15_000,
    enabled: !isPending,
    placeholderData: keepPreviousData,
  })
}
