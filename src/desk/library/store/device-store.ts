import type { DatabaseOptions } from './database-options.ts'
import { openDatabase } from './open-database.ts'
import { toLibraryError } from './storage-errors.ts'
import type { PageTable, Store, Table, Tables } from './store.ts'
import { everyTable } from './store.ts'

/** How often a failed transaction is tried again on a freshly opened database. */
const reopenings = 3

/**
 * Opens the store in IndexedDB, with strict durability: what is written has reached the disk. Reads and writes through
 * the browser's own interface: a store asks for so little that the first screen need not wait for Dexie.
 *
 * Browsers lose their connection to storage now and then, so a failed transaction is repeated on a new one, three
 * times at most. That is safe, since it was rolled back. Throws {@link LibraryError}: `newer-schema`, `quota`, `unavailable`.
 */
export async function openDeviceStore(options: DatabaseOptions): Promise<Store> {
  let database = await openDatabase(options)
  let closed = false

  async function transact<T>(
    mode: 'read' | 'write',
    work: (tables: Tables, transaction: IDBTransaction) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        if (!database.isOpen) database = await openDatabase(options)
        return await inTransaction(database.connection, mode, (transaction) =>
          work(tablesOf(transaction, options), transaction),
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
      await transact('write', async (_, transaction) => {
        for (const name of transaction.objectStoreNames) await answerOf(transaction.objectStore(name).clear())
      })
      // Its name says who was here. Other tabs let go of it when they hear of this; nothing has to wait for them.
      database.close()
      options.indexedDB?.deleteDatabase(options.databaseName)
    },
    close() {
      closed = true
      database.close()
    },
  }
}

/** Over all tables. Resolves once it is complete; whatever fails in it, nothing of it is kept. */
async function inTransaction<T>(
  connection: IDBDatabase,
  mode: 'read' | 'write',
  work: (transaction: IDBTransaction) => Promise<T>,
): Promise<T> {
  const transaction = connection.transaction(
    [...connection.objectStoreNames],
    mode === 'read' ? 'readonly' : 'readwrite',
    { durability: 'strict' },
  )
  const complete = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(whyAborted(transaction)))
  })
  try {
    const [result] = await Promise.all([work(transaction), complete])
    return result
  } catch (error) {
    const reason: unknown = transaction.error ?? error
    abort(transaction)
    throw reason
  }
}

const whyAborted = ({ error }: IDBTransaction): unknown =>
  error ?? new DOMException('The browser ended the transaction', 'AbortError')

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It has ended already.
  }
}

const tablesOf = (transaction: IDBTransaction, { IDBKeyRange = globalThis.IDBKeyRange }: DatabaseOptions) =>
  everyTable(
    (name) => table(transaction.objectStore(name)),
    (name) => pageTable(transaction.objectStore(name), IDBKeyRange),
  ) as Tables

function table<T>(rows: IDBObjectStore): Table<T> {
  return {
    get: async (key) => answerOf<T | undefined>(rows.get(key)),
    all: async () => answerOf<T[]>(rows.getAll()),
    put: async (value) => answerOf(rows.put(value)),
    delete: async (key) => answerOf(rows.delete(key)),
  }
}

function pageTable<T>(rows: IDBObjectStore, ranges: typeof IDBKeyRange): PageTable<T> {
  return {
    get: async (jobKey, page) => answerOf<T | undefined>(rows.get([jobKey, page])),
    range: async (jobKey, from, to) =>
      answerOf<T[]>(rows.getAll(ranges.bound([jobKey, from], [jobKey, to], false, true))),
    put: async (pages) => Promise.all(pages.map(async (page) => answerOf(rows.put(page)))),
    // After every number comes, by the rules of keys, a list.
    deleteAll: async (jobKey) => answerOf(rows.delete(ranges.bound([jobKey], [jobKey, []]))),
  }
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new DOMException('', 'UnknownError')))
  })
}
