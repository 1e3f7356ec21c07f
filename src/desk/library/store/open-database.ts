import { databaseVersion, upgradeDatabase } from './schema.ts'
import { LibraryError, toLibraryError } from './storage-errors.ts'

/** Where a library is kept in IndexedDB. */
export interface DatabaseOptions {
  readonly databaseName: string
  readonly indexedDB?: IDBFactory | undefined
  readonly IDBKeyRange?: typeof globalThis.IDBKeyRange | undefined
  /** Called when a newer desk, loaded later or in another tab, has changed the schema: only a reload helps. */
  readonly onNewerSchema?: (() => void) | undefined
}

/** A connection, and whether it still is one: browsers close it now and then. */
export interface OpenDatabase {
  readonly connection: IDBDatabase
  readonly isOpen: boolean
  close(): void
}

/**
 * Opens the database of a library, makes it where there is none, and upgrades an older one. Throws
 * {@link LibraryError}: `unavailable`, or `newer-schema` for a database of a newer desk, which is left as it is.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { databaseName, indexedDB = globalThis.indexedDB, onNewerSchema } = options
  if (!indexedDB) throw new LibraryError('unavailable')
  try {
    return watched(await connect(indexedDB, databaseName), onNewerSchema)
  } catch (error) {
    const failure = toLibraryError(error) ?? new LibraryError('unavailable', { cause: error })
    if (failure.reason === 'newer-schema') onNewerSchema?.()
    throw failure
  }
}

/** Waits for tabs that have an older version open: they close it when they are told. */
function connect(indexedDB: IDBFactory, name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, databaseVersion)
    request.addEventListener('upgradeneeded', ({ oldVersion }) => upgradeDatabase(request.result, oldVersion))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new DOMException('', 'UnknownError')))
  })
}

function watched(connection: IDBDatabase, onNewerSchema: (() => void) | undefined): OpenDatabase {
  let isOpen = true
  const close = () => {
    isOpen = false
    connection.close()
  }
  connection.addEventListener('close', close)
  connection.addEventListener('versionchange', ({ newVersion }) => {
    // The upgrade of a newer desk waits until every tab has closed its connection. A deletion has no new version.
    close()
    if (newVersion !== null && newVersion > databaseVersion) onNewerSchema?.()
  })
  return {
    connection,
    get isOpen() {
      return isOpen
    },
    close,
  }
}
