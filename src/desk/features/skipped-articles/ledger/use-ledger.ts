import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useWorkerApi } from '../../../worker-client/worker-context.tsx'
import { fromDevice, articlesKey, jobsQuery, libraryKeys } from '../../../worker-client/library-queries.ts'
import type { WorkerApi } from '../../../worker-protocol/worker-api.ts'
import type { JobRecord } from '../../../library/records.ts'
import type { LedgerQuery } from '../../../library/skips/ledger-page.ts'

/** A page of skipped ids, by default the first of all; of the previous query while the next is read. */
export function useLedger(query: LedgerQuery = {}) {
  const worker = useWorkerApi()
  const { data: jobs = [], isPending } = useQuery(jobsQuery(worker))
  return useQuery({
    // The defaults are written out, so that the same page has the same key and is read once.
    ...ledgerQuery(worker, { query: '', page: 0, ...query }, jobs),
    enabled: !isPending,
    placeholderData: keepPreviousData,
  })
}

/** The key includes what the jobs hold, since removing a job removes its articles. */
const ledgerQuery = ({ library }: WorkerApi, query: LedgerQuery, jobs: readonly JobRecord[]) =>
  queryOptions({
    ...fromDevice,
    queryKey: [...libraryKeys.derived(library.name), 'ledger', query, articlesKey(jobs)],
    queryFn: () => library.ledger(query),
    gcTime: 15_000,
  })
