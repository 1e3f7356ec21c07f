/** Opens a database as an older or newer desk would create it, with the plain IndexedDB interface. */
export function openRawDatabase(
  indexedDB: IDBFactory,
  name: string,
  version: number,
  stores: Readonly<Record<string, string | string[]>>,
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version)
  request.addEventListener('upgradeneeded', () => {
    for (const [store, keyPath] of Object.entries(stores))
      if (!request.result.objectStoreNames.contains(store))
        request.result.createObjectStore(store, { keyPath })
  })
  return settled(request)
}

/** A whole database, as in the fixtures next to this file: maps, sets and typed arrays are tagged. */
export interface DumpedDatabase {
  readonly version: number
  readonly stores: Readonly<
    Record<string, { readonly keyPath: string | string[]; readonly rows: readonly unknown[] }>
  >
}

export async function restoreDump(indexedDB: IDBFactory, name: string, dump: DumpedDatabase): Promise<void> {
  const entries = Object.entries(dump.stores)
  const keyPaths = Object.fromEntries(entries.map(([store, { keyPath }]) => [store, keyPath]))
  const database = await openRawDatabase(indexedDB, name, dump.version, keyPaths)
  for (const [store, { rows }] of entries) await write(database, store, rows.map(fromJson))
  database.close()
}

function fromJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(fromJson)
  const { $map, $set, $Float64Array, $Uint32Array, $Uint8Array } = value as Record<
    string,
    unknown[] | undefined
  >
  if ($map) return new Map($map.map(fromJson) as [unknown, unknown][])
  if ($set) return new Set($set.map(fromJson))
  // JSON has no NaN, which stands for an id that is a string.
  if ($Float64Array)
    return Float64Array.from($Float64Array, (number) => (number as number | null) ?? Number.NaN)
  if ($Uint8Array) return Uint8Array.from($Uint8Array as number[])
  if ($Uint32Array) return Uint32Array.from($Uint32Array as number[])
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, fromJson(field)]))
}

export async function write(database: IDBDatabase, store: string, rows: readonly unknown[]): Promise<void> {
  const transaction = database.transaction(store, 'readwrite')
  for (const row of rows) await settled(transaction.objectStore(store).put(row))
}

export const readAll = (database: IDBDatabase, store: string): Promise<unknown[]> =>
  settled(database.transaction(store).objectStore(store).getAll())

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The request failed')))
  })
}
