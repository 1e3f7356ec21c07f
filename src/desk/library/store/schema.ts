/**
 * The shape of the library on a device. It is the editor's only archive: a version, once published, is never edited.
 * A change is a further entry, and a device that skipped versions goes through each of them.
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
  // Marks have labels and reasons: a desk that knows of none would drop them with the next decision.
  {},
]

/** Version 1 is 10 in IndexedDB: the library that made the first databases counted in tens. */
const factor = 10

export const databaseVersion = versions.length * factor

/** Adds the object stores, by their key paths, of every version since the one a database has; 0 for a new database. */
export function upgradeDatabase(database: IDBDatabase, oldVersion: number): void {
  for (const stores of versions.slice(Math.floor(oldVersion / factor)))
    for (const [name, keyPath] of Object.entries(stores)) database.createObjectStore(name, { keyPath })
}
