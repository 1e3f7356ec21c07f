import type { JobKey } from '../records.ts'
import type { PageTable, Store, Table, TableName, Tables } from './store.ts'
import { everyTable } from './store.ts'

type Rows = Map<string, unknown>

/** A store for a device that keeps nothing. Copies its maps, not its values, so a write costs little and can fail whole. */
export function createMemoryStore(): Store {
  let rows = emptyRows()
  let lastWrite: Promise<unknown> = Promise.resolve()

  async function write<T>(work: (tables: Tables) => Promise<T>): Promise<T> {
    const draft = Object.fromEntries(
      Object.entries(rows).map(([name, table]) => [name, new Map(table)]),
    ) as Record<TableName, Rows>
    const result = await work(tablesOver(draft))
    rows = draft
    return result
  }

  return {
    kept: 'in-memory',
    transact(mode, work) {
      // As IndexedDB does: what is read after a write was asked for has that write in it.
      if (mode === 'read') return lastWrite.then(() => work(tablesOver(rows)))
      // One write after the other, or the later would put back what the earlier had changed.
      const result = lastWrite.then(() => write(work))
      lastWrite = result.catch(() => {})
      return result
    },
    destroy() {
      rows = emptyRows()
      return Promise.resolve()
    },
    close() {},
  }
}

const emptyRows = () =>
  everyTable(
    () => new Map(),
    () => new Map(),
  ) as Record<TableName, Rows>

const tablesOver = (rows: Record<TableName, Rows>) =>
  everyTable(
    (name, keyOf) => table(rows[name], keyOf),
    (name) => pageTable(rows[name]),
  ) as Tables

function table<T>(rows: Rows, keyOf: (value: T) => string): Table<T> {
  return {
    get: (key) => Promise.resolve(rows.get(key) as T | undefined),
    all: () => Promise.resolve([...rows.values()] as T[]),
    put: (value) => Promise.resolve(rows.set(keyOf(value), value)),
    delete: (key) => Promise.resolve(rows.delete(key)),
  }
}

function pageTable<T extends { jobKey: JobKey; page: number }>(rows: Rows): PageTable<T> {
  const rowKey = (jobKey: JobKey, page: number) => `${jobKey}/${page}`
  return {
    get: (jobKey, page) => Promise.resolve(rows.get(rowKey(jobKey, page)) as T | undefined),
    range(jobKey, from, to) {
      const pages: T[] = []
      for (let page = from; page < to; page += 1) {
        const row = rows.get(rowKey(jobKey, page)) as T | undefined
        if (!row) break
        pages.push(row)
      }
      return Promise.resolve(pages)
    },
    put(pages) {
      for (const page of pages) rows.set(rowKey(page.jobKey, page.page), page)
      return Promise.resolve()
    },
    deleteAll(jobKey) {
      for (const key of rows.keys()) if (key.startsWith(`${jobKey}/`)) rows.delete(key)
      return Promise.resolve()
    },
  }
}
