import type { JobKey, JobRecord } from '../records.ts'
import type { Store, Table, TableName, Tables, TransactionMode } from './store.ts'

/** The jobs that were read or written last. They are few and small, and are watched on if the device can't be read. */
export interface SeenJobs {
  readonly records: ReadonlyMap<JobKey, JobRecord>
  /** Whether these are all jobs of the device. */
  readonly areAll: boolean
}

export interface JobObserver extends SeenJobs {
  /** A transaction of the device; remembers the jobs it reads and writes. */
  readonly transaction: <T>(
    mode: TransactionMode,
    names: readonly TableName[],
    work: (tables: Tables) => Promise<T>,
  ) => Promise<T>
  /** Remembers that there are none. */
  clear(): void
}

export function observeJobs(device: Store): JobObserver {
  const records = new Map<JobKey, JobRecord>()
  let areAll = false
  return {
    records,
    get areAll() {
      return areAll
    },
    async transaction(mode, names, work) {
      let seen = nothingSeen()
      const result = await device.transaction(mode, names, (picked) => {
        const tables: Tables = picked
        seen = nothingSeen()
        return work(names.includes('jobs') ? { ...tables, jobs: observed(tables.jobs, seen) } : tables)
      })
      if (seen.areAll) {
        areAll = true
        // Another tab may have deleted some.
        records.clear()
      }
      for (const [key, job] of seen.records) {
        if (job) records.set(key, job)
        else records.delete(key)
      }
      return result
    },
    clear() {
      records.clear()
      areAll = true
    },
  }
}

/** What one transaction sees of the jobs; undefined for those that are gone. */
const nothingSeen = () => ({ records: new Map<JobKey, JobRecord | undefined>(), areAll: false })

function observed(jobs: Table<JobRecord>, seen: ReturnType<typeof nothingSeen>): Table<JobRecord> {
  return {
    async get(key) {
      const job = await jobs.get(key)
      // It may have been written meanwhile.
      if (!seen.records.has(key)) seen.records.set(key, job)
      return job
    },
    async all() {
      const all = await jobs.all()
      for (const job of all) seen.records.set(job.key, job)
      seen.areAll = true
      return all
    },
    keys: () => jobs.keys(),
    put(job) {
      seen.records.set(job.key, job)
      return jobs.put(job)
    },
    delete(key) {
      seen.records.set(key, undefined)
      return jobs.delete(key)
    },
  }
}
