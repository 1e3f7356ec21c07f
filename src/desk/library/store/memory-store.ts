import type { JobKey } from '../records.ts'
import type { PageTable, Store, Table, TableName, Tables } from './store.ts'
import { makeTables, tableNames } from './store.ts'

type Rows = Map<string, unknown>

type Database = Record<TableName, Rows>
type Work<T> = (tables: Tables) => Promise<T>

/** A store for devices without storage. Copies maps but not values, so that writes are cheap and can be rolled back. */
export function createMemoryStore(): Store {
  let database = emptyDatabase()
  let lastWrite: Promise<unknown> = Promise.resolve()

  async function write<T>(names: readonly TableName[], work: Work<T>): Promise<T> {
    const draft = { ...database }
    for (const name of names) draft[name] = new Map(database[name])
    const result = await work(tablesOver(draft, names))
    database = draft
    return result
  }

  return {
    kept: 'in-memory',
    transaction(mode, names, work) {
      // As in IndexedDB, a read sees the writes requested before it.
      if (mode === 'readonly') return lastWrite.then(() => work(tablesOver(database, names)))
      // Writes run one after the other, or a later one would revert an earlier one.
      const result = lastWrite.then(() => write(names, work))
      lastWrite = result.catch(() => {})
      return result
    },
    destroy() {
      database = emptyDatabase()
      return Promise.resolve()
    },
    close() {},
  }
}

const emptyDatabase = () => Object.fromEntries(tableNames.map((name) => [name, new Map()])) as Database

const tablesOver = (database: Database, names: readonly TableName[]) =>
  makeTables(
    names,
    (name, keyOf) => table(database[name], keyOf),
    (name) => pageTable(database[name]),
  ) as Tables

function table<T>(rows: Rows, keyOf: (value: T) => string): Table<T> {
  return {
    get: (key) => Promise.resolve(rows.get(key) as T | undefined),
    all: () => Promise.resolve([...rows.values()] as T[]),
    keys: () => Promise.resolve([...rows.keys()]),
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
