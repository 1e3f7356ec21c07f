import type { DatabaseOptions, OpenDatabase } from './open-database.ts'
import { completionOf, connect, openDatabase, resultOf } from './open-database.ts'
import { LibraryError, toLibraryError } from './storage-errors.ts'
import type { PageTable, Store, Table, TableName, Tables, TransactionMode } from './store.ts'
import { derivedTables, makeTables } from './store.ts'

/** How often a failed transaction is retried on a reopened database. */
const reopenings = 3

type Work<T> = (tables: Tables, transaction: IDBTransaction) => Promise<T>

interface DeviceStoreOptions extends DatabaseOptions {
  /** Runs one transaction at a time; by default only in WebKit. */
  readonly isSerial?: boolean | undefined
}

/**
 * If a worker ends while it reads and writes, WebKit never finishes its transactions, and the next attempt to open the
 * database waits until the browser is restarted (https://bugs.webkit.org/show_bug.cgi?id=324094).
 */
const isWebKit = () => /AppleWebKit(?!.*Chrom)/.test(globalThis.navigator?.userAgent ?? '')

const isChromium = () => /Chrom/.test(globalThis.navigator?.userAgent ?? '')

/** When the log is rotated: the first screen has been read by then, and the first write needn't wait for it. */
const rotateLogAfterMs = 1_000

/**
 * Opens the store in IndexedDB. Writes have reached the disk when they resolve, except to derived tables.
 *
 * Browsers sometimes lose their connection to storage, so a failed transaction is retried on a new connection, at most
 * three times. That is safe, since it was rolled back. Throws {@link LibraryError}: `newer-schema`, `quota`,
 * `unavailable`.
 */
export async function openDeviceStore(options: DeviceStoreOptions): Promise<Store> {
  const { indexedDB, isSerial = isWebKit() } = options
  let database = await openDatabase(options)
  let failed: OpenDatabase | undefined
  let opening: Promise<OpenDatabase> | undefined
  let closed = false
  let isDestroyed = false
  const isDeleted = () => isDestroyed || database.isDeleted
  let previous: Promise<unknown> = Promise.resolve()
  let logRotation: Promise<void> | undefined
  // If there is no room for a new log, the write itself will fail and report it.
  const ensureLogRotated = () => (logRotation ??= rotateLevelDbLog(indexedDB).catch(() => {}))
  if (isChromium()) setTimeout(ensureLogRotated, rotateLogAfterMs)
  /** Set from the first write on. */
  let writesMayBegin: Promise<void> | undefined

  async function transaction<T>(
    mode: TransactionMode,
    names: readonly TableName[],
    work: Work<T>,
  ): Promise<T> {
    if (mode === 'readwrite' && isChromium()) writesMayBegin ??= ensureLogRotated()
    // A read must see the writes before it, which may be waiting. Before the first one, it needn't wait for the log.
    if (writesMayBegin) await writesMayBegin
    if (!isSerial) return retried(mode, names, work)
    const result = previous.then(() => retried(mode, names, work))
    previous = result.catch(() => {})
    return result
  }

  async function retried<T>(mode: TransactionMode, names: readonly TableName[], work: Work<T>): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      let used: OpenDatabase | undefined
      try {
        used = await opened()
        return await inTransaction(used.connection, mode, names, (transaction) =>
          work(tablesIn(transaction, names), transaction),
        )
      } catch (error) {
        const failure = toLibraryError(error)
        if (!failure) throw error
        if (failure.reason !== 'unavailable' || attempt === reopenings || closed || isDeleted()) throw failure
        failed = used ?? failed
      }
    }
  }

  /** Transactions that find the connection closed at the same time share the next one. */
  async function opened(): Promise<OpenDatabase> {
    // Opening it would create it again, under a name that contains the account's.
    if (isDeleted()) throw new LibraryError('unavailable')
    if (database.isOpen && database !== failed) return database
    opening ??= reopened().finally(() => (opening = undefined))
    return opening
  }

  async function reopened(): Promise<OpenDatabase> {
    const next = await openDatabase(options)
    // Only now: if the browser deletes a database, its transactions fail before it says so, but not to a closed one.
    database.close()
    database = next
    return next
  }

  return {
    kept: 'on-device',
    transaction,
    async destroy() {
      const names = [...database.connection.objectStoreNames] as TableName[]
      const clear = async (_: Tables, transaction: IDBTransaction) => {
        for (const name of names) await resultOf(transaction.objectStore(name).clear())
      }
      if (!isDeleted()) await transaction('readwrite', names, clear)
      isDestroyed = true
      // Deleted because its name contains the account's. Other tabs close it on `versionchange`; no need to wait.
      database.close()
      indexedDB.deleteDatabase(options.databaseName)
    },
    close() {
      closed = true
      database.close()
    },
  }
}

/** Resolves when the transaction is complete. If anything fails, all of it is rolled back. */
async function inTransaction<T>(
  connection: IDBDatabase,
  mode: TransactionMode,
  names: readonly TableName[],
  work: (transaction: IDBTransaction) => Promise<T>,
): Promise<T> {
  const durability = names.every((name) => derivedTables.has(name)) ? 'relaxed' : 'strict'
  const transaction = connection.transaction(names, mode, { durability })
  try {
    const [result] = await Promise.all([work(transaction), completionOf(transaction)])
    return result
  } catch (error) {
    const reason: unknown = transaction.error ?? error
    abort(transaction)
    throw reason
  }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // The transaction has already ended.
  }
}

const tablesIn = (transaction: IDBTransaction, names: readonly TableName[]) =>
  makeTables(
    names,
    (name) => table(transaction.objectStore(name)),
    (name) => pageTable(transaction.objectStore(name)),
  ) as Tables

function table<T>(rows: IDBObjectStore): Table<T> {
  return {
    get: async (key) => resultOf<T | undefined>(rows.get(key)),
    all: async () => resultOf<T[]>(rows.getAll()),
    keys: async () => resultOf(rows.getAllKeys() as IDBRequest<string[]>),
    put: async (value) => resultOf(rows.put(value)),
    delete: async (key) => resultOf(rows.delete(key)),
  }
}

function pageTable<T>(rows: IDBObjectStore): PageTable<T> {
  return {
    get: async (jobKey, page) => resultOf<T | undefined>(rows.get([jobKey, page])),
    range: async (jobKey, from, to) =>
      resultOf<T[]>(rows.getAll(IDBKeyRange.bound([jobKey, from], [jobKey, to], false, true))),
    put: async (pages) => Promise.all(pages.map(async (page) => resultOf(rows.put(page)))),
    // An array sorts after every number.
    deleteAll: async (jobKey) => resultOf(rows.delete(IDBKeyRange.bound([jobKey], [jobKey, []]))),
  }
}

/** Chromium starts a new log once one holds 4 MiB. It keeps values of 64 KiB and more out of it, in files of their own. */
const rowCount = 72
const rowLength = 60_000

/**
 * Makes Chromium start a new LevelDB log for its databases. All those of a site share one log, so this fills a database
 * of its own.
 *
 * If the browser is killed while it writes, the log may end with half a record. Chromium then appends to that log, and
 * when it next opens it, it takes the half record for damage: it deletes all databases of the site, or silently drops
 * what came after (https://github.com/google/leveldb/issues/1287).
 */
async function rotateLevelDbLog(indexedDB: IDBFactory): Promise<void> {
  const database = await connect(indexedDB, 'article-desk/log', 1, (created) =>
    created.createObjectStore('rows'),
  )
  try {
    await fill(
      database,
      Array.from({ length: rowCount }, () => 'x'.repeat(rowLength)),
    )
    // The next write finds the log full and starts the new one.
    await fill(database, [''])
  } finally {
    database.close()
  }
}

function fill(database: IDBDatabase, rows: readonly string[]): Promise<void> {
  const transaction = database.transaction('rows', 'readwrite', { durability: 'relaxed' })
  for (const [key, row] of rows.entries()) transaction.objectStore('rows').put(row, key)
  return completionOf(transaction)
}
