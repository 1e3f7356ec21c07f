import { queryOptions } from '@tanstack/react-query'
import type { IdList } from '../../../contract/ids.ts'
import { countIds } from '../../../contract/ids.ts'
import { fromDevice, articlesKey, libraryKeys } from '../../worker-client/library-queries.ts'
import type { WorkerApi } from '../../worker-protocol/worker-api.ts'
import type { JobRecord, KeptScope } from '../../library/records.ts'

/** How many ids "everything" means, and how many were un-skipped. */
export interface LedgerSize {
  readonly skippedCount: number
  readonly releasedCount: number
}

export const ledgerSizeQuery = ({ library }: WorkerApi, jobs: readonly JobRecord[]) =>
  queryOptions({
    ...fromDevice,
    queryKey: [...libraryKeys.derived(library.name), 'ledger-size', articlesKey(jobs)],
    queryFn: async (): Promise<LedgerSize> => {
      const { skippedCount, total } = await library.ledger({})
      return { skippedCount, releasedCount: total - skippedCount }
    },
  })

/**
 * The ids of a scope, counted.
 *
 * @param pasted compared by identity: a key with a million ids would block the page
 */
export const skipCountQuery = (
  worker: WorkerApi,
  jobs: readonly JobRecord[],
  scope: KeptScope,
  pasted: readonly IdList[],
) => {
  const filled = pasted.filter((ids) => countIds(ids) > 0)
  return queryOptions({
    ...fromDevice,
    gcTime: 0,
    structuralSharing: false,
    queryKey: [
      ...libraryKeys.derived(worker.library.name),
      'skips',
      scope,
      filled.map(nameOf),
      articlesKey(jobs),
    ],
    queryFn: () => worker.countSkips({ ...scope, pasted: filled }),
  })
}

const names = new WeakMap<IdList, number>()
let named = 0

function nameOf(ids: IdList): number {
  const name = names.get(ids) ?? ++named
  names.set(ids, name)
  return name
}
