import type { Dexie } from 'dexie'

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
  {
    stores: {
      marks: 'bucket',
      steps: 'key',
      lists: 'id',
      listIds: 'listId',
      named: 'key',
      analyses: '[jobKey+page]',
    },
  },
]

export const schemaVersion = versions.length

export function defineSchema(database: Dexie): Dexie {
  for (const [index, { stores }] of versions.entries()) database.version(index + 1).stores(stores)
  return database
}
