import type { DatabaseOptions } from './database-options.ts'
import { LibraryError } from '../library.ts'
import { schemaVersion } from './schema.ts'
import { toLibraryError } from './storage-errors.ts'

/** A connection, and whether it still is one: browsers take it away now and then. */
export interface OpenDatabase {
  readonly connection: IDBDatabase
  readonly isOpen: boolean
  close(): void
}

/** Dexie, which makes and upgrades the database, multiplies versions by ten. */
const currentVersion = schemaVersion * 10

/**
 * Opens the database of a library. Throws {@link LibraryError}: `unavailable`, or `newer-schema` where a newer desk has
 * been here, which is left as it is. Rejects with what the browser says where the code of an upgrade can't be fetched:
 * to go on without what is on the device would look as if all were lost.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { databaseName, indexedDB = globalThis.indexedDB, onNewerSchema } = options
  if (!indexedDB) throw new LibraryError('unavailable')
  const connect = () => asLibrary(options, connectAsItIs(indexedDB, databaseName))
  let connection = await connect()
  if (!connection || connection.version < currentVersion) {
    connection?.close()
    const { upgradeDatabase } = await import('./upgrade-database.ts')
    await asLibrary(options, upgradeDatabase(options))
    connection = await connect()
  }
  if (!connection) throw new LibraryError('unavailable')
  if (isNewer(connection.version)) {
    connection.close()
    onNewerSchema?.()
    throw new LibraryError('newer-schema')
  }
  return opened(connection, onNewerSchema)
}

const isNewer = (version: number): boolean => version > currentVersion

/** With the version it has; undefined where there is none, and asking makes none. */
function connectAsItIs(indexedDB: IDBFactory, name: string): Promise<IDBDatabase | undefined> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    let isNew = false
    request.addEventListener('upgradeneeded', () => {
      isNew = true
      request.transaction?.abort()
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => {
      if (isNew) resolve(undefined)
      else reject(new LibraryError('unavailable', { cause: request.error }))
    })
  })
}

async function asLibrary<T>({ onNewerSchema }: DatabaseOptions, opening: Promise<T>): Promise<T> {
  try {
    return await opening
  } catch (error) {
    const failure = toLibraryError(error) ?? new LibraryError('unavailable', { cause: error })
    if (failure.reason === 'newer-schema') onNewerSchema?.()
    throw failure
  }
}

function opened(connection: IDBDatabase, onNewerSchema: (() => void) | undefined): OpenDatabase {
  let isOpen = true
  const close = () => {
    isOpen = false
    connection.close()
  }
  connection.addEventListener('close', close)
  connection.addEventListener('versionchange', ({ newVersion }) => {
    // Out of the newer desk's way, or its upgrade would wait for this tab for ever. A deletion has no new version.
    close()
    if (newVersion !== null && isNewer(newVersion)) onNewerSchema?.()
  })
  return {
    connection,
    get isOpen() {
      return isOpen
    },
    close,
  }
}
