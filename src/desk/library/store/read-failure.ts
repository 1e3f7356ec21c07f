import type { JobKey, JobRecord } from '../records.ts'
import type { PageTable, Table, Tables, TransactionMode } from './store.ts'
import { makeTables, tableNames } from './store.ts'

/**
 * Stands in for the tables of a device that can't be read. Returns the jobs seen last, so that they are still watched.
 * Reading anything else fails instead of returning nothing: with no ids to skip, articles would be collected twice.
 *
 * @param mode in write transactions, data that can't be read counts as absent: what is decided or collected must not be
 *   lost. The work is done again once the device responds, so nothing that is there is overwritten.
 */
export function tablesAfterReadFailure(
  mode: TransactionMode,
  jobsSeen: ReadonlyMap<JobKey, JobRecord>,
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
      get: async (key) => jobsSeen.get(key),
      all: async () => [...jobsSeen.values()],
    },
    // Drafts and preferences, whose loss does little harm.
    settings: { ...rows(), get: async () => undefined, all: async () => [] },
  }
}
