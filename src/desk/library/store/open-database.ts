import { databaseVersion, upgradeDatabase } from './schema.ts'
import { LibraryError, toLibraryError } from './storage-errors.ts'

/** The location of a library in IndexedDB. */
export interface DatabaseOptions {
  readonly databaseName: string
  readonly indexedDB: IDBFactory
  /** Called when a newer desk, loaded later or in another tab, has changed the schema: only a reload helps. */
  readonly onNewerSchema?: (() => void) | undefined
  /** Called when an upgrade waits for other tabs, which have not closed the older version when asked to. */
  readonly onBlocked?: (() => void) | undefined
  /** Called when the browser has closed an open database: it may have deleted it. The next transaction opens it again. */
  readonly onClosed?: (() => void) | undefined
}

/** Tabs that only need to be asked have closed it by then. */
const blockedAfterMs = 2_000

/** A connection, and whether it is still open: browsers sometimes close connections. */
export interface OpenDatabase {
  readonly connection: IDBDatabase
  readonly isOpen: boolean
  /** Whether another tab has deleted the database while this connection was open. */
  readonly isDeleted: boolean
  close(): void
}

/**
 * Opens the database of a library. Creates it if it doesn't exist and upgrades an older one. Throws
 * {@link LibraryError}: `unavailable`, or `newer-schema` for the database of a newer desk, which is left unchanged.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { databaseName, indexedDB, onNewerSchema, onBlocked } = options
  try {
    const connecting = connect(indexedDB, databaseName, databaseVersion, upgradeDatabase, onBlocked)
    return watched(await connecting, options)
  } catch (error) {
    const failure = toLibraryError(error) ?? new LibraryError('unavailable', { cause: error })
    if (failure.reason === 'newer-schema') onNewerSchema?.()
    throw failure
  }
}

/** Waits until other tabs have closed older versions, which they do on `versionchange`. */
export async function connect(
  indexedDB: IDBFactory,
  name: string,
  version: number,
  upgrade: (connection: IDBDatabase, oldVersion: number) => void,
  onBlocked?: () => void,
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version)
  request.addEventListener('upgradeneeded', ({ oldVersion }) => upgrade(request.result, oldVersion))
  request.addEventListener('blocked', () =>
    setTimeout(() => request.readyState === 'pending' && onBlocked?.(), blockedAfterMs),
  )
  return resultOf(request)
}

export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new DOMException('', 'UnknownError')))
  })
}

/** Resolves when a transaction is complete. */
export function completionOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new DOMException('The browser ended the transaction', 'AbortError')),
    )
  })
}

function watched(connection: IDBDatabase, { onNewerSchema, onClosed }: DatabaseOptions): OpenDatabase {
  let isOpen = true
  let isDeleted = false
  const close = () => {
    isOpen = false
    connection.close()
  }
  connection.addEventListener('close', () => {
    close()
    onClosed?.()
  })
  connection.addEventListener('versionchange', ({ newVersion }) => {
    // The upgrade of a newer desk waits until every tab has closed its connection. A deletion has no new version.
    close()
    isDeleted = newVersion === null
    if (newVersion !== null && newVersion > databaseVersion) onNewerSchema?.()
  })
  return {
    connection,
    get isOpen() {
      return isOpen
    },
    get isDeleted() {
      return isDeleted
    },
    close,
  }
}
