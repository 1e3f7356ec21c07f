import { queryOptions } from '@tanstack/react-query'
import type { WorkerApi } from '../../worker-protocol/worker-api.ts'
import { libraryKeys } from '../../worker-client/library-queries.ts'

/** The browser's storage estimate for this site, in bytes; undefined if it gives none. */
export interface StorageEstimate {
  readonly used: number | undefined
  readonly quota: number | undefined
  /** Whether the browser has promised not to evict it; undefined if it can't promise. */
  readonly persisted: boolean | undefined
}

export const inventoryQuery = ({ library }: WorkerApi) =>
  queryOptions({
    queryKey: [...libraryKeys.derived(library.name), 'inventory'],
    queryFn: () => library.inventory(),
    // Counted on every visit: only one page uses it.
    staleTime: 0,
  })

/** Read again whenever the library has grown. */
export const storageEstimateQuery = ({ library }: WorkerApi) =>
  queryOptions({
    queryKey: [...libraryKeys.derived(library.name), 'storage-estimate'],
    queryFn: readEstimate,
    staleTime: 0,
  })

/** On plain http a browser gives no estimate. */
async function readEstimate(): Promise<StorageEstimate> {
  const storage = storageManager()
  const [estimate, persisted] = await Promise.all([
    storage?.estimate?.().catch(() => undefined),
    storage?.persisted?.().catch(() => undefined),
  ])
  return { used: estimate?.usage, quota: estimate?.quota, persisted }
}

/** Undefined on plain http; older browsers lack some of its methods, whatever the types say. */
export const storageManager = (): Partial<StorageManager> | undefined => navigator.storage
