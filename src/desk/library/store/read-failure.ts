import type { JobKey, JobRecord } from '../records.ts'
import type { Tables, TransactionMode } from './store.ts'
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
  const readAll = isWriting ? async () => [] : unread
  const table = () => ({
    get: isWriting ? async () => undefined : unread,
    all: readAll,
    keys: readAll,
    range: readAll,
    put: unread,
    delete: unread,
    deleteAll: unread,
  })
  return {
    ...(makeTables(tableNames, table, table) as Tables),
    jobs: {
      ...table(),
      get: async (key) => records.get(key) ?? (areAll || isWriting ? undefined : unread()),
      all: async () => (areAll || isWriting ? [...records.values()] : unread()),
    },
  }
}
