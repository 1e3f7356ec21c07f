import { Dexie } from 'dexie'
import type { Table as DexieTable, Transaction } from 'dexie'
import type { DatabaseOptions } from './open-database.ts'
import { openDatabase } from './open-database.ts'
import { toLibraryError } from './storage-errors.ts'
import type { PageTable, Store, Table, Tables } from './store.ts'
import { everyTable } from './store.ts'

/** How often a failed transaction is tried again on a freshly opened database. */
const reopenings = 3

/**
 * Opens the store in IndexedDB, with strict durability: what is written has reached the disk.
 *
 * Browsers lose their connection to storage now and then, so a failed transaction is repeated on a new one, three
 * times at most. That is safe, since it was rolled back. Throws {@link LibraryError}: `newer-schema`, `quota`, `unavailable`.
 */
export async function openDeviceStore(options: DatabaseOptions): Promise<Store> {
  let database = await openDatabase(options)
  let closed = false

  async function transact<T>(mode: 'read' | 'write', work: (tables: Tables) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        if (!database.isOpen()) database = await openDatabase(options)
        return await database.transaction(
          mode === 'read' ? 'r' : 'rw',
          database.tables,
          // Async, and with the transaction's own tables: Dexie would else lose sight of it at the first await that
          // is none of its own, and what follows would be kept by itself.
          async (transaction) => work(tablesOf(transaction)),
        )
      } catch (error) {
        const failure = toLibraryError(error)
        if (!failure) throw error
        if (failure.reason !== 'unavailable' || attempt === reopenings || closed) throw failure
        database.close()
      }
    }
  }

  return {
    kept: 'on-device',
    transact,
    async destroy() {
      await transact('write', async () => {
        for (const table of database.tables) await table.clear()
      })
    },
    close() {
      closed = true
      database.close()
    },
  }
}

const tablesOf = (transaction: Transaction) =>
  everyTable(
    (name) => table(transaction.table(name)),
    (name) => pageTable(transaction.table(name)),
  ) as Tables

function table<T>(rows: DexieTable<T, string>): Table<T> {
  return {
    get: async (key) => rows.get(key),
    all: async () => rows.toArray(),
    put: async (value) => rows.put(value),
    delete: async (key) => rows.delete(key),
  }
}

function pageTable<T>(rows: DexieTable<T, [jobKey: string, page: number]>): PageTable<T> {
  return {
    get: async (jobKey, page) => rows.get([jobKey, page]),
    range: async (jobKey, from, to) =>
      rows.where('[jobKey+page]').between([jobKey, from], [jobKey, to]).toArray(),
    put: async (pages) => rows.bulkPut(pages),
    deleteAll: async (jobKey) =>
      rows.where('[jobKey+page]').between([jobKey, Dexie.minKey], [jobKey, Dexie.maxKey]).delete(),
  }
}
