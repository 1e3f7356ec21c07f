import type { JobKey, JobRecord } from '../records.ts'
import type { PageTable, Table, Tables, TransactionMode } from './store.ts'
import { makeTables, tableNames } from './store.ts'

/**
 * Tables in place of those of a device that can't be read. The jobs are those seen last, so that they are still watched.
 * Everything else fails when it is read, rather than seem empty: ids taken for none would be collected a second time.
 *
 * @param mode when writing, what can't be read counts as not there: saving an answer matters more than counting what is
 *   new in it
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
    // Half-filled forms and small choices: losing them does little harm.
    settings: { ...rows(), get: async () => undefined, all: async () => [] },
  }
}
