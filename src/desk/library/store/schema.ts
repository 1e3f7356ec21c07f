/**
 * The schema of the library on a device. It is the editor's only archive: never edit a published version, but add an
 * entry for each change. A device that skipped versions goes through all of them.
 */
const versions: readonly Readonly<Record<string, string | string[]>>[] = [
  {
    jobs: 'key',
    requests: 'jobKey',
    ids: 'jobKey',
    cards: ['jobKey', 'page'],
    texts: ['jobKey', 'page'],
    settings: 'name',
  },
  {
    marks: 'bucket',
    steps: 'key',
    lists: 'id',
    listIds: 'listId',
    named: 'key',
    analyses: ['jobKey', 'page'],
  },
  {
    columns: 'jobKey',
    facts: 'jobKey',
    indexes: 'name',
  },
  // Marks have labels and reasons: a desk that doesn't know them would drop them with the next decision.
  {},
]

/** Version 1 is 10 in IndexedDB, because the library that created the first databases multiplied versions by ten. */
const factor = 10

export const databaseVersion = versions.length * factor

/** Adds the object stores of every version after the old one (0 for a new database). */
export function upgradeDatabase(database: IDBDatabase, oldVersion: number): void {
  for (const stores of versions.slice(Math.floor(oldVersion / factor)))
    for (const [name, keyPath] of Object.entries(stores)) database.createObjectStore(name, { keyPath })
}
