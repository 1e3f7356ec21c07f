/** Where a library is kept in IndexedDB. */
export interface DatabaseOptions {
  readonly databaseName: string
  readonly indexedDB?: IDBFactory | undefined
  readonly IDBKeyRange?: typeof globalThis.IDBKeyRange | undefined
  /** A newer desk, in this tab's future or another tab, changed the schema: only a reload helps. */
  readonly onNewerSchema?: (() => void) | undefined
}
