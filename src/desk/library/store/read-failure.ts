import type { JobKey, JobRecord } from '../records.ts'
import type { PageTable, Table, Tables, TransactionMode } from './store.ts'
import { makeTables, tableNames } from './store.ts'

/** The jobs that were read or written last. */
export interface SeenJobs {
  readonly records: ReadonlyMap<JobKey, JobRecord>
  /** Whether these are all jobs of the device. */
  readonly areAll: boolean
}

/**
 * Stands in for the tables of a device that can't be read. Returns the jobs seen last, so that they are still watched.
 * Reading anything else fails instead of returning nothing: with no ids to skip, articles would be collected twice, and
 * a library would look lost.
 *
 * @param mode in write transactions, data that can't be read counts as absent: what is decided or collected must not be
 *   lost. The work is done again once the device responds, so nothing that is there is overwritten.
 */
export function tablesAfterReadFailure(
  mode: TransactionMode,
  { records, areAll }: SeenJobs,
  error: unknown,
): Tables {
  const unread = (): Promise<never> => Promise.reject(error)
  const isWriting = mode === 'readwrite'
  const rows = <T>(): Table<T> => ({
    get: isWriting ? async () => undefined : unread,
    all: isWriting ? async () => [] : unread,
    keys: isWriting ? async () => [] : unread,
    put: unread,
    delete: unread,
  })
  const pages = <T>(): PageTable<T> => ({
    get: isWriting ? async () => undefined : unread,
    range: isWriting ? async () => [] : unread,
    put: unread,
    deleteAll: unread,
  })
  return {
    ...(makeTables(tableNames, rows, pages) as Tables),
    jobs: {
      ...rows(),
      get: async (key) => records.get(key) ?? (areAll || isWriting ? undefined : unread()),
      all: async () => (areAll || isWriting ? [...records.values()] : unread()),
    },
  }
}
