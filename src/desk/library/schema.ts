import type { Dexie, Table } from 'dexie'
import type { JobIds } from './job-ids.ts'
import type { JobRecord } from './records.ts'
import type { CardPage, StoredRequest, StoredSetting, TextPage } from './store.ts'

/**
 * The shape of the library on a device. It is the editor's only archive: a version, once published, is never edited.
 * A change is a further entry with its upgrade, and a device that skipped versions goes through each.
 */
const versions: readonly { stores: Record<string, string | null> }[] = [
  {
    stores: {
      jobs: 'key',
      requests: 'jobKey',
      ids: 'jobKey',
      cards: '[jobKey+page]',
      texts: '[jobKey+page]',
      settings: 'name',
    },
  },
]

export const schemaVersion = versions.length

export interface LibraryTables {
  jobs: Table<JobRecord, string>
  requests: Table<StoredRequest, string>
  ids: Table<JobIds, string>
  settings: Table<StoredSetting, string>
  cards: Table<CardPage, [jobKey: string, page: number]>
  texts: Table<TextPage, [jobKey: string, page: number]>
}

export type LibraryDatabase = Dexie & LibraryTables

export function defineSchema(database: Dexie): LibraryDatabase {
  for (const [index, { stores }] of versions.entries()) database.version(index + 1).stores(stores)
  return database as LibraryDatabase
}
