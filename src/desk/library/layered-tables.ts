import type { JobIds } from './job-ids.ts'
import type { JobKey, JobRecord } from './records.ts'
import type { CardPage, PageTable, StoredRequest, StoredSetting, Table, Tables, TextPage } from './store.ts'

/** Records by key as they should be; undefined for one that should be gone. */
type RowLayer<T> = Map<string, T | undefined>

/** Pages of a job as they should be; `isAlone` once the pages below no longer count. */
type PageLayer<T> = Map<JobKey, { readonly isAlone: boolean; readonly pages: ReadonlyMap<number, T> }>

/** Changes that are not in the tables they belong to. */
export interface Layer {
  readonly jobs: RowLayer<JobRecord>
  readonly requests: RowLayer<StoredRequest>
  readonly ids: RowLayer<JobIds>
  readonly settings: RowLayer<StoredSetting>
  readonly cards: PageLayer<CardPage>
  readonly texts: PageLayer<TextPage>
}

export const emptyLayer = (): Layer => ({
  jobs: new Map(),
  requests: new Map(),
  ids: new Map(),
  settings: new Map(),
  cards: new Map(),
  texts: new Map(),
})

/** Copies the maps, not the values: a change that fails half-way is dropped with the copy. */
export const copyLayer = (layer: Layer): Layer => ({
  jobs: new Map(layer.jobs),
  requests: new Map(layer.requests),
  ids: new Map(layer.ids),
  settings: new Map(layer.settings),
  cards: new Map(layer.cards),
  texts: new Map(layer.texts),
})

/** The tables as they would be with a layer's changes in them. What is written goes to the layer alone. */
export function layeredTables(layer: Layer, below: Tables): Tables {
  return {
    jobs: rows(layer.jobs, below.jobs, (job) => job.key),
    requests: rows(layer.requests, below.requests, (request) => request.jobKey),
    ids: rows(layer.ids, below.ids, (ids) => ids.jobKey),
    settings: rows(layer.settings, below.settings, (setting) => setting.name),
    cards: pages(layer.cards, below.cards),
    texts: pages(layer.texts, below.texts),
  }
}

/** Makes a layer's changes where they belong. */
export async function applyLayer(layer: Layer, tables: Tables): Promise<void> {
  await applyRows(layer.jobs, tables.jobs)
  await applyRows(layer.requests, tables.requests)
  await applyRows(layer.ids, tables.ids)
  await applyRows(layer.settings, tables.settings)
  await applyPages(layer.cards, tables.cards)
  await applyPages(layer.texts, tables.texts)
}

function rows<T>(layer: RowLayer<T>, below: Table<T>, keyOf: (value: T) => string): Table<T> {
  return {
    get: async (key) => (layer.has(key) ? layer.get(key) : below.get(key)),
    async all() {
      const unchanged = (await below.all()).filter((value) => !layer.has(keyOf(value)))
      return [...unchanged, ...[...layer.values()].filter((value) => value !== undefined)]
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
  // What goes makes room for what comes.
  for (const [jobKey, { isAlone }] of layer) if (isAlone) await table.deleteAll(jobKey)
  for (const { pages } of layer.values()) if (pages.size > 0) await table.put([...pages.values()])
}
