import { readPages } from '../jobs/result-pages.ts'
import { resultKeysOf } from '../jobs/earlier-results.ts'
import { readService, serviceSetting } from '../jobs/service-reset.ts'
import { isDeviceSetting, type LibraryRecord } from './backup.ts'
import { oldestFirst } from '../jobs/chains.ts'
import type { JobKey } from '../records.ts'
import type { Tables } from '../store/store.ts'
import { present } from '../jobs/stored-jobs.ts'
import { ledgerLists } from '../skips/stored-lists.ts'
import type { LibraryDependencies } from '../store/library-dependencies.ts'

/** Reads the library part by part, so that at most one job is in memory at a time. */
export interface BackupMethods {
  /** The names of a backup's parts, in the order in which they are written. */
  backupParts(): Promise<string[]>
  /** The records of one part. A job with its articles is one part, empty if the job is gone. */
  backupPart(part: string): Promise<LibraryRecord[]>
}

export function storedBackup({ store }: LibraryDependencies): BackupMethods {
  return {
    backupParts: () =>
      store.transaction('readonly', ['jobs'], async ({ jobs }) => [
        // First, because it tells which service all other ids belong to.
        'service',
        'marks',
        'lists',
        'named',
        // Those that others were made from come first.
        ...present(await jobs.all())
          .sort(oldestFirst)
          .map(({ key }) => `job ${key}`),
      ]),
    backupPart(part) {
      if (part === 'service') return store.transaction('readonly', ['settings'], service)
      if (part === 'marks') return store.transaction('readonly', ['marks'], marks)
      if (part === 'lists') return store.transaction('readonly', ['lists', 'listIds'], lists)
      if (part === 'named') return store.transaction('readonly', ['named', 'settings'], named)
      return store.transaction('readonly', jobTables, (tables) => job(tables, part.slice('job '.length)))
    },
  }
}

const jobTables = ['jobs', 'requests', 'cards', 'texts'] as const

async function service({ settings }: Pick<Tables, 'settings'>): Promise<LibraryRecord[]> {
  const known = readService((await settings.get(serviceSetting))?.value)
  return known ? [{ kind: 'setting', value: { name: serviceSetting, value: { id: known.id } } }] : []
}

async function marks(tables: Pick<Tables, 'marks'>): Promise<LibraryRecord[]> {
  const buckets = await tables.marks.all()
  return buckets.flatMap((bucket) =>
    Array.from(bucket.marks, (value): LibraryRecord => ({ kind: 'mark', value })),
  )
}

async function lists(tables: Pick<Tables, 'lists' | 'listIds'>): Promise<LibraryRecord[]> {
  const records: LibraryRecord[] = []
  for (const list of await tables.lists.all()) {
    const ids = (await tables.listIds.get(list.id))?.ids
    if (ids) records.push({ kind: 'list', value: { id: list.id, list, ids } })
  }
  for (const id of ledgerLists) {
    const ids = (await tables.listIds.get(id))?.ids
    if (ids) records.push({ kind: 'list', value: { id, ids } })
  }
  return records
}

async function named(tables: Pick<Tables, 'named' | 'settings'>): Promise<LibraryRecord[]> {
  const settings = (await tables.settings.all()).filter(
    ({ name }) => !isDeviceSetting(name) && name !== serviceSetting,
  )
  return [
    ...(await tables.named.all()).map((value): LibraryRecord => ({ kind: 'named', value })),
    ...settings.map((value): LibraryRecord => ({ kind: 'setting', value })),
  ]
}

async function job(
  tables: Pick<Tables, (typeof jobTables)[number]>,
  listed: JobKey,
): Promise<LibraryRecord[]> {
  // A request may have got its number since the parts were listed.
  const known = await tables.jobs.get(listed)
  const record = known ?? (await tables.jobs.all()).find(({ sentKey }) => sentKey === listed)
  if (!record) return []
  const { key } = record
  const records: LibraryRecord[] = [
    { kind: 'job', value: { record, request: (await tables.requests.get(key))?.request } },
  ]
  for (const resultKey of resultKeysOf(record)) {
    for await (const page of readPages(tables, resultKey)) {
      const articles = page.map(({ article }) => article)
      records.push({ kind: 'articles', value: { answer: resultKey, articles } })
    }
  }
  return records
}
