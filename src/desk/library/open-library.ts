import { createChanges } from './changes.ts'
import { createFallbackStore } from './store/fallback-store.ts'
import { openDeviceStore } from './store/device-store.ts'
import type { Library } from './library.ts'
import { LibraryError } from './store/storage-errors.ts'
import { createMemoryStore } from './store/memory-store.ts'
import type { Store } from './store/store.ts'
import { createStoredLibrary } from './stored-library.ts'

export interface OpenLibraryOptions {
  /** See `accountName`. Names the database too. */
  readonly name: string
  readonly now: () => number
  readonly indexedDB?: IDBFactory | undefined
  readonly onNewerSchema?: (() => void) | undefined
}

/**
 * Opens the library of an account, in memory where the device keeps nothing (private mode, no IndexedDB). Throws a
 * {@link LibraryError} where a newer desk has been here: to go on in memory would look as if all were lost.
 */
export async function openLibrary({
  name,
  now,
  indexedDB = globalThis.indexedDB,
  onNewerSchema,
}: OpenLibraryOptions): Promise<Library> {
  const device = await openStore()
  const changes = createChanges(device.kept === 'on-device' ? name : undefined)
  const onUnsavedChange = () => changes.announce({ jobs: [], unsaved: true })
  const store = device.kept === 'on-device' ? createFallbackStore(device, { now, onUnsavedChange }) : device
  return createStoredLibrary({ name, store, changes, now })

  async function openStore(): Promise<Store> {
    try {
      const device = await openDeviceStore({ databaseName: `article-desk ${name}`, indexedDB, onNewerSchema })
      // Some private modes open a database and only then refuse it.
      await device.transaction('readonly', ['settings'], ({ settings }) => settings.get(''))
      return device
    } catch (error) {
      if (error instanceof LibraryError && error.reason === 'unavailable') return createMemoryStore()
      throw error
    }
  }
}
