import type { JobKey, JobRecord } from '../records.ts'
import type { PageTable, Table, Tables } from './store.ts'
import { everyTable } from './store.ts'

/**
 * What stands for a device that no longer answers. Its jobs are those seen last, so that they go on being watched. All
 * else fails where it is read, rather than be empty: ids that are taken for none would be collected a second time.
 *
 * @param mode while writing, what can't be read counts as not there: an answer is worth more than the count of what is
 *   new in it
 */
export function lostTables(
  mode: 'read' | 'write',
  jobsSeen: ReadonlyMap<JobKey, JobRecord>,
  error: unknown,
): Tables {
  const unread = (): Promise<never> => Promise.reject(error)
  const isWriting = mode === 'write'
  const rows = <T>(): Table<T> => ({
    get: isWriting ? async () => undefined : unread,
    all: isWriting ? async () => [] : unread,
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
    ...(everyTable(rows, pages) as Tables),
    jobs: {
      ...rows(),
      get: async (key) => jobsSeen.get(key),
      all: async () => [...jobsSeen.values()],
    },
    // Half-filled forms and small choices: to begin anew with them is no harm.
    settings: { ...rows(), get: async () => undefined, all: async () => [] },
  }
}
