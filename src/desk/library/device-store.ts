import { Dexie } from 'dexie'
import type { Table as DexieTable } from 'dexie'
import type { DatabaseOptions } from './open-database.ts'
import { openDatabase } from './open-database.ts'
import type { LibraryDatabase } from './schema.ts'
import { toLibraryError } from './storage-errors.ts'
import type { PageTable, Store, Table, Tables } from './store.ts'

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
        const tables = tablesOf(database)
        return await database.transaction(mode === 'read' ? 'r' : 'rw', database.tables, () => work(tables))
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

function tablesOf(database: LibraryDatabase): Tables {
  return {
    jobs: table(database.jobs),
    requests: table(database.requests),
    ids: table(database.ids),
    settings: table(database.settings),
    cards: pageTable(database.cards),
    texts: pageTable(database.texts),
  }
}

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
