import type { JobKey, Unsaved } from '../records.ts'
import type { PageTypes, RowTypes } from './rows.ts'

/** The key of each record, and with it the list of all such tables. */
export const rowKeys: { readonly [N in keyof RowTypes]: (value: RowTypes[N]) => string } = {
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

const pageTableNames = ['cards', 'texts', 'analyses'] as const satisfies (keyof PageTypes)[]

/** Records by a key of their own. */
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
  /** Pages from `from` up to, but without, `to`, in order. */
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

/** What only saves time: where the device refuses it, it is not kept in memory either. */
export const timeSavingTables: ReadonlySet<TableName> = new Set<TableName>(['columns', 'facts', 'indexes'])

/** Tables of which everything can be made again from the others: it need not have reached the disk. */
export const derivedTables: ReadonlySet<TableName> = new Set<TableName>([...timeSavingTables, 'analyses'])

export const isPageTable = (name: TableName): name is keyof PageTypes =>
  (pageTableNames as readonly TableName[]).includes(name)

/** Makes something of each of the named tables: rows of one kind, pages of the other. */
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
 * Where records are kept. Knows nothing of jobs and articles: the library's rules stand above it once, so that they are
 * the same on a device that keeps nothing. Values that were read must not be changed: in memory they are the originals.
 */
export interface Store {
  readonly kept: 'on-device' | 'in-memory'
  /**
   * Runs `work` in one transaction: what it writes is kept whole, or not at all. It may await only its tables.
   *
   * @param names the tables it uses. Transactions that share none run side by side; of those that do, a writing one
   *   waits for those asked for before it, and those after it wait for it.
   */
  transaction<T, N extends TableName>(
    mode: TransactionMode,
    names: readonly N[],
    work: (tables: Pick<Tables, N>) => Promise<T>,
  ): Promise<T>
  /** What only memory holds because the device has refused it; see `createFallbackStore`. */
  unsaved?(): Unsaved | undefined
  /** Offers it to the device once more. Throws {@link LibraryError} where it refuses again. */
  saveUnsaved?(): Promise<void>
  /** Deletes everything. */
  destroy(): Promise<void>
  close(): void
}
