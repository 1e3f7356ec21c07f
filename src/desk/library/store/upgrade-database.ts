import { Dexie } from 'dexie'
import type { DatabaseOptions } from './database-options.ts'
import { defineSchema } from './schema.ts'

/**
 * Makes the database, or leads an older one through each upgrade since. Not for a newer one: Dexie opens a newer schema
 * with old code, and "repairs" it to what that code knows.
 */
export async function upgradeDatabase({
  databaseName,
  indexedDB = globalThis.indexedDB,
  IDBKeyRange = globalThis.IDBKeyRange,
}: DatabaseOptions): Promise<void> {
  const options = { indexedDB, IDBKeyRange, chromeTransactionDurability: 'strict', autoOpen: false } as const
  const database = defineSchema(new Dexie(databaseName, options))
  await database.open()
  database.close()
}
