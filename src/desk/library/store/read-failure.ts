import type { SeenJobs } from './seen-jobs.ts'
import type { PageTable, Table, Tables, TransactionMode } from './store.ts'
import { makeTables, tableNames } from './store.ts'

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
  const fail = (): Promise<never> => Promise.reject(error)
  const isWriting = mode === 'readwrite'
  const rows = <T>(): Table<T> => ({
    get: isWriting ? async () => undefined : fail,
    all: isWriting ? async () => [] : fail,
    keys: isWriting ? async () => [] : fail,
    put: fail,
    delete: fail,
  })
  const pages = <T>(): PageTable<T> => ({
    get: isWriting ? async () => undefined : fail,
    range: isWriting ? async () => [] : fail,
    put: fail,
    deleteAll: fail,
  })
  return {
    ...(makeTables(tableNames, rows, pages) as Tables),
    jobs: {
      ...rows(),
      get: async (key) => records.get(key) ?? (areAll || isWriting ? undefined : fail()),
      all: async () => (areAll || isWriting ? [...records.values()] : fail()),
    },
  }
}
