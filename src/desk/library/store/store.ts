import type { JobKey, Unsaved } from '../records.ts'
import type { PageTypes, RowTypes } from './rows.ts'

/** Returns the key of a record. Also serves as the list of all row tables. */
const rowKeys: { readonly [N in keyof RowTypes]: (value: RowTypes[N]) => string } = {
  jobs: ({ key }) => key,
  requests: ({ jobKey }) => jobKey,
  ids: ({ jobKey }) => jobKey,
  settings: ({ name }) => name,
  marks: ({ bucket }) => bucket,
  steps: ({ key }) => key,
  lists: ({ id }) => id,
  listIds: ({ listId }) => listId,
  named: ({ key }) => key,
  columns: ({ jobKey }) => jobKey,
  facts: ({ jobKey }) => jobKey,
  indexes: ({ name }) => name,
}

/** Returns 64 random bits in hex. `randomUUID` is not available on plain http. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const pageTableNames = ['cards', 'texts', 'analyses'] as const satisfies (keyof PageTypes)[]

/** Records with their own key. */
export interface Table<T> {
  get(key: string): Promise<T | undefined>
  all(): Promise<T[]>
  keys(): Promise<string[]>
  put(value: T): Promise<unknown>
  delete(key: string): Promise<unknown>
}

/** Records of a job by page. */
export interface PageTable<T> {
  get(jobKey: JobKey, page: number): Promise<T | undefined>
  /** The pages from `from` (inclusive) to `to` (exclusive), in order. */
  range(jobKey: JobKey, from: number, to: number): Promise<T[]>
  put(pages: readonly T[]): Promise<unknown>
  deleteAll(jobKey: JobKey): Promise<unknown>
}

export type Tables = { readonly [N in keyof RowTypes]: Table<RowTypes[N]> } & {
  readonly [N in keyof PageTypes]: PageTable<PageTypes[N]>
}

export type TableName = keyof Tables

export const tableNames: readonly TableName[] = [
  ...(Object.keys(rowKeys) as (keyof RowTypes)[]),
  ...pageTableNames,
]

/** Tables that only save time. If the device refuses to store them, they are not kept in memory either. */
export const timeSavingTables: ReadonlySet<TableName> = new Set<TableName>(['columns', 'facts', 'indexes'])

/** Tables that can be rebuilt from the others, so that writes to them needn't wait for the disk. */
export const derivedTables: ReadonlySet<TableName> = new Set<TableName>([...timeSavingTables, 'analyses'])

export const isPageTable = (name: TableName): name is keyof PageTypes =>
  (pageTableNames as readonly TableName[]).includes(name)

/** Maps each of the named tables, by `rows` or `pages` depending on its kind. */
export function makeTables(
  names: readonly TableName[],
  rows: (name: keyof RowTypes, keyOf: (value: never) => string) => unknown,
  pages: (name: keyof PageTypes) => unknown,
): Partial<Record<TableName, unknown>> {
  const made: Partial<Record<TableName, unknown>> = {}
  for (const name of names) made[name] = isPageTable(name) ? pages(name) : rows(name, rowKeys[name])
  return made
}

export type TransactionMode = 'readonly' | 'readwrite'

/**
 * Stores records. Knows nothing of jobs and articles: the library implements its rules once, over any store. Callers
 * must not modify values they read, because in memory these are the originals.
 */
export interface Store {
  readonly kept: 'on-device' | 'in-memory'
  /**
   * Runs `work` in one atomic transaction. It may await only its tables. It may run more than once, even much later if
   * the device refuses it for a while, so make times and new keys before it.
   *
   * @param names the tables it uses. Transactions without common tables run concurrently; otherwise a writing one waits
   *   for those requested before it, and those after it wait for it.
   * @param replaces if the device refuses several with the same name, only the last of them is kept for later: for work
   *   that is done often and overwrites what earlier work of its kind has done
   */
  transaction<T, N extends TableName>(
    mode: TransactionMode,
    names: readonly N[],
    work: (tables: Pick<Tables, N>) => Promise<T>,
    replaces?: string,
  ): Promise<T>
  /** What is only in memory because the device refused it; see `createFallbackStore`. */
  unsaved?(): Unsaved | undefined
  /** Tries again to write it to the device. Throws {@link LibraryError} if the device refuses again. */
  saveUnsaved?(): Promise<void>
  /** Deletes everything. */
  destroy(): Promise<void>
  close(): void
}
