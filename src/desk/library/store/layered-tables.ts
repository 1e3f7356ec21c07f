import type { JobKey } from '../records.ts'
import type { PageTypes, RowTypes } from './rows.ts'
import type { PageTable, Table, TableName, Tables } from './store.ts'
import { isPageTable, makeTables, tableNames } from './store.ts'

/** Changed records by key; undefined for a deleted record. */
type RowLayer<T> = Map<string, T | undefined>

/** Changed pages of a job. With `isAlone`, the pages below are deleted. */
type PageLayer<T> = Map<JobKey, { readonly isAlone: boolean; readonly pages: ReadonlyMap<number, T> }>

/** Changes not yet written to their tables. */
export type Layer = { readonly [N in keyof RowTypes]: RowLayer<RowTypes[N]> } & {
  readonly [N in keyof PageTypes]: PageLayer<PageTypes[N]>
}

export const emptyLayer = () =>
  makeTables(
    tableNames,
    () => new Map(),
    () => new Map(),
  ) as Layer

/** Copies the maps, not the values, so that a change that fails half-way is dropped with the copy. */
export function copyLayer(layer: Layer): Layer {
  const copy = (name: keyof Layer) => new Map(layer[name] as Map<unknown, unknown>)
  return makeTables(tableNames, copy, copy) as Layer
}

/** Whether two layers hold the same values, one being a copy of the other. */
export const isSameLayer = (one: Layer, other: Layer): boolean =>
  tableNames.every((name) => {
    const [rows, others] = [one[name] as Map<unknown, unknown>, other[name] as Map<unknown, unknown>]
    return rows.size === others.size && [...rows].every(([key, value]) => others.get(key) === value)
  })

/** What a copy of a layer changes in addition; undefined if its changes overlap with those of the layer. */
export function additionsTo(layer: Layer, copy: Layer): Layer | undefined {
  const added = emptyLayer()
  for (const name of tableNames) {
    const known = layer[name] as Map<unknown, unknown>
    for (const [key, value] of copy[name] as Map<unknown, unknown>) {
      if (!known.has(key)) (added[name] as Map<unknown, unknown>).set(key, value)
      else if (known.get(key) !== value) return undefined
    }
  }
  return added
}

/** The tables that a layer changes. */
export const changedTables = (layer: Layer): TableName[] => tableNames.filter((name) => layer[name].size > 0)

/** The tables with a layer's changes applied. Writes go only to the layer. */
export const layeredTables = (layer: Layer, below: Tables) =>
  makeTables(
    Object.keys(below) as TableName[],
    (name, keyOf) => rows(layer[name] as RowLayer<never>, below[name] as Table<never>, keyOf),
    (name) => pages(layer[name] as PageLayer<never>, below[name] as PageTable<never>),
  ) as Tables

/** Writes a layer's changes to their tables. */
export async function applyLayer(layer: Layer, tables: Tables): Promise<void> {
  for (const name of changedTables(layer))
    await (isPageTable(name)
      ? applyPages(layer[name] as PageLayer<never>, tables[name] as PageTable<never>)
      : applyRows(layer[name] as RowLayer<never>, tables[name] as Table<never>))
}

function rows<T>(layer: RowLayer<T>, below: Table<T>, keyOf: (value: T) => string): Table<T> {
  return {
    get: async (key) => (layer.has(key) ? layer.get(key) : below.get(key)),
    async all() {
      const unchanged = (await below.all()).filter((value) => !layer.has(keyOf(value)))
      return [...unchanged, ...[...layer.values()].filter((value) => value !== undefined)]
    },
    async keys() {
      const unchanged = (await below.keys()).filter((key) => !layer.has(key))
      const changed = [...layer].flatMap(([key, value]) => (value === undefined ? [] : [key]))
      return [...unchanged, ...changed]
    },
    put: async (value) => layer.set(keyOf(value), value),
    delete: async (key) => layer.set(key, undefined),
  }
}

function pages<T extends { jobKey: JobKey; page: number }>(
  layer: PageLayer<T>,
  below: PageTable<T>,
): PageTable<T> {
  return {
    async get(jobKey, page) {
      const changed = layer.get(jobKey)
      return changed?.pages.get(page) ?? (changed?.isAlone ? undefined : below.get(jobKey, page))
    },
    async range(jobKey, from, to) {
      const changed = layer.get(jobKey)
      const unchanged = changed?.isAlone ? [] : await below.range(jobKey, from, to)
      const found = new Map(unchanged.map((value) => [value.page, value]))
      for (const [page, value] of changed?.pages ?? []) if (page >= from && page < to) found.set(page, value)
      return [...found.values()].sort((a, b) => a.page - b.page)
    },
    async put(values) {
      for (const value of values) {
        const { isAlone = false, pages = [] } = layer.get(value.jobKey) ?? {}
        layer.set(value.jobKey, { isAlone, pages: new Map([...pages, [value.page, value]]) })
      }
    },
    deleteAll: async (jobKey) => layer.set(jobKey, { isAlone: true, pages: new Map() }),
  }
}

async function applyRows<T>(layer: RowLayer<T>, table: Table<T>): Promise<void> {
  for (const [key, value] of layer) await (value === undefined ? table.delete(key) : table.put(value))
}

async function applyPages<T>(layer: PageLayer<T>, table: PageTable<T>): Promise<void> {
  // Deletions first, to make room.
  for (const [jobKey, { isAlone }] of layer) if (isAlone) await table.deleteAll(jobKey)
  for (const { pages } of layer.values()) if (pages.size > 0) await table.put([...pages.values()])
}
