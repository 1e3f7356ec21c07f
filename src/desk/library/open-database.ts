import { Dexie } from 'dexie'
import { LibraryError } from './library.ts'
import { defineSchema, schemaVersion } from './schema.ts'
import { toLibraryError } from './storage-errors.ts'

export interface DatabaseOptions {
  readonly databaseName: string
  readonly indexedDB?: IDBFactory | undefined
  readonly IDBKeyRange?: typeof globalThis.IDBKeyRange | undefined
  /** A newer desk, in this tab's future or another tab, changed the schema: only a reload helps. */
  readonly onNewerSchema?: (() => void) | undefined
}

/**
 * Opens the database of a library. Throws {@link LibraryError}: `unavailable`, or `newer-schema` where a newer desk has
 * been here, which is left as it is.
 */
export async function openDatabase({
  databaseName,
  indexedDB = globalThis.indexedDB,
  IDBKeyRange = globalThis.IDBKeyRange,
  onNewerSchema,
}: DatabaseOptions): Promise<Dexie> {
  if (!indexedDB) throw new LibraryError('unavailable')
  const database = defineSchema(
    new Dexie(databaseName, {
      indexedDB,
      IDBKeyRange,
      chromeTransactionDurability: 'strict',
      autoOpen: false,
    }),
  )
  try {
    // Asked before, not after: Dexie opens a newer schema with old code, and "repairs" it to what that code knows.
    if (isNewer(await versionOnDevice(indexedDB, databaseName))) throw new LibraryError('newer-schema')
    await database.open()
  } catch (error) {
    const failure = toLibraryError(error) ?? new LibraryError('unavailable', { cause: error })
    if (failure.reason === 'newer-schema') onNewerSchema?.()
    throw failure
  }
  database.on('versionchange', (event) => {
    // Out of the newer desk's way, or its upgrade would wait for this tab for ever. A deletion has no new version.
    database.close()
    if (event.newVersion !== null && isNewer(event.newVersion)) onNewerSchema?.()
    return false
  })
  return database
}

/** Dexie multiplies versions by ten. */
const isNewer = (version: number): boolean => version > schemaVersion * 10

/** The version of a database as it is, 0 where there is none. */
function versionOnDevice(indexedDB: IDBFactory, name: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    let isNew = false
    request.addEventListener('upgradeneeded', () => {
      // Asking must not make one.
      isNew = true
      request.transaction?.abort()
    })
    request.addEventListener('success', () => {
      resolve(request.result.version)
      request.result.close()
    })
    request.addEventListener('error', () => {
      if (isNew) resolve(0)
      else reject(new LibraryError('unavailable', { cause: request.error }))
    })
  })
}
