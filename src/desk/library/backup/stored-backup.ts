import { answersOf } from '../jobs/earlier-answers.ts'
import type { LibraryRecord } from './backup.ts'
import type { Library } from '../library.ts'
import type { Card, JobKey } from '../records.ts'
import type { Tables } from '../store/store.ts'
import { present } from '../jobs/stored-jobs.ts'
import { ledgerLists } from '../skips/stored-lists.ts'
import type { StoredLibraryParts } from '../library-parts.ts'

/** Settings of this device, or of a moment: another one has its own. */
const settingsLeftOut = new Set(['undo-log'])

/** Reads the library out part by part, so that no more than a job is in memory at a time. */
export function storedBackup({ store }: StoredLibraryParts): Pick<Library, 'backupParts' | 'backupPart'> {
  return {
    backupParts: () =>
      store.transact('read', async ({ jobs }) => [
        'marks',
        'lists',
        'named',
        ...present(await jobs.all()).map(({ key }) => `job ${key}`),
      ]),
    backupPart: (part) =>
      store.transact('read', (tables) => {
        if (part === 'marks') return marks(tables)
        if (part === 'lists') return lists(tables)
        if (part === 'named') return named(tables)
        return job(tables, part.slice('job '.length))
      }),
  }
}

async function marks(tables: Tables): Promise<LibraryRecord[]> {
  const buckets = await tables.marks.all()
  return buckets.flatMap((bucket) =>
    Array.from(bucket.marks, (value): LibraryRecord => ({ kind: 'mark', value })),
  )
}

async function lists(tables: Tables): Promise<LibraryRecord[]> {
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

async function named(tables: Tables): Promise<LibraryRecord[]> {
  const settings = (await tables.settings.all()).filter(({ name }) => !settingsLeftOut.has(name))
  return [
    ...(await tables.named.all()).map((value): LibraryRecord => ({ kind: 'named', value })),
    ...settings.map((value): LibraryRecord => ({ kind: 'setting', value })),
  ]
}

async function job(tables: Tables, key: JobKey): Promise<LibraryRecord[]> {
  const record = await tables.jobs.get(key)
  // It went meanwhile.
  if (!record) return []
  const records: LibraryRecord[] = [
    { kind: 'job', value: { record, request: (await tables.requests.get(key))?.request } },
  ]
  for (const answer of answersOf(record)) {
    for (const { page, cards } of await tables.cards.range(answer, 0, allPages)) {
      const texts = (await tables.texts.get(answer, page))?.texts ?? []
      const articles = cards.map((card, index) => articleOf(card, texts[index] ?? ''))
      records.push({ kind: 'articles', value: { answer, articles } })
    }
  }
  return records
}

const articleOf = ({ id, unsafeId, title }: Card, text: string) => ({
  id,
  title,
  text,
  ...(unsafeId && { unsafeId }),
})

const allPages = 1_000_000
