import { completionOf, connect } from './open-database.ts'

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
export async function rotateLevelDbLog(indexedDB: IDBFactory): Promise<void> {
  const database = await connect(indexedDB, 'article-desk/log', 1, (created) =>
    created.createObjectStore('rows'),
  )
  try {
    await put(
      database,
      Array.from({ length: rowCount }, () => 'x'.repeat(rowLength)),
    )
    // The next write finds the log full and starts the new one.
    await put(database, [''])
  } finally {
    database.close()
  }
}

function put(database: IDBDatabase, rows: readonly string[]): Promise<void> {
  const transaction = database.transaction('rows', 'readwrite', { durability: 'relaxed' })
  for (const [key, row] of rows.entries()) transaction.objectStore('rows').put(row, key)
  return completionOf(transaction)
}
