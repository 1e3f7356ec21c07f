import { type Changes, createChanges } from './changes.ts'
import { createFallbackStore, type FallbackStoreOptions } from './store/fallback-store.ts'
import { openDeviceStore } from './store/device-store.ts'
import type { DatabaseOptions } from './store/open-database.ts'
import { jobOfResult } from './jobs/earlier-results.ts'
import type { Library } from './library.ts'
import { ledgerLists } from './skips/stored-lists.ts'
import { LibraryError } from './store/storage-errors.ts'
import type { Store } from './store/store.ts'
import { createStoredLibrary } from './stored-library.ts'

export interface OpenLibraryOptions extends Pick<DatabaseOptions, 'onNewerSchema' | 'onBlocked'> {
  /** See `accountName`. Also names the database. */
  readonly name: string
  readonly now: () => number
  /** Undefined if the device has none. */
  readonly indexedDB: IDBFactory | undefined
}

/**
 * Opens the library of an account, in memory if the device has no storage (private mode, no IndexedDB). Throws a
 * {@link LibraryError} if a newer desk has upgraded the database: an empty library in memory would look like data loss.
 */
export async function openLibrary({
  name,
  now,
  indexedDB,
  ...listeners
}: OpenLibraryOptions): Promise<Library> {
  let changes: Changes | undefined
  const onReadable = () => changes?.announce({ everything: true })
  const device = await openStore()
  changes = createChanges(device.kept === 'on-device' ? name : undefined)
  const onUnsavedChange: FallbackStoreOptions['onUnsavedChange'] = (saved) =>
    changes?.announce({
      jobs: saved?.jobs,
      unsaved: true,
      ...(saved && {
        articles: [...new Set(saved.resultKeys.map(jobOfResult))],
        annotations: 'many',
        lists: ledgerLists,
        named: true,
        settings: true,
      }),
    })
  const store =
    device.kept === 'on-device' ? createFallbackStore(device, { now, onUnsavedChange, onReadable }) : device
  return createStoredLibrary({ name, store, changes, now })

  async function openStore(): Promise<Store> {
    if (!indexedDB) return openInMemory()
    for (const waitMs of [...waitsMs, undefined])
      try {
        return await openOnDevice(indexedDB)
      } catch (error) {
        if (!(error instanceof LibraryError) || error.reason !== 'unavailable') throw error
        const isTransient = (error.cause as Partial<Error> | undefined)?.name === 'UnknownError'
        if (waitMs === undefined || !isTransient) break
        await new Promise((resolve) => setTimeout(resolve, waitMs))
      }
    return openInMemory()
  }

  async function openOnDevice(indexedDB: IDBFactory): Promise<Store> {
    const databaseName = `article-desk ${name}`
    // Nothing that was read before is there any more if the browser has deleted the library.
    const device = await openDeviceStore({ databaseName, indexedDB, onClosed: onReadable, ...listeners })
    // Some private modes open a database but then refuse to read it.
    const reading = device.transaction('readonly', ['settings'], ({ settings }) => settings.get(''))
    await reading.catch((error: unknown) => {
      device.close()
      throw error
    })
    return device
  }
}

/** Few devices need its code. */
async function openInMemory(): Promise<Store> {
  const { createMemoryStore } = await import('./store/memory-store.ts')
  return createMemoryStore()
}

/** After a crash, storage may fail with an `UnknownError` until the processes of the crashed browser have ended. */
const waitsMs = [50, 200, 500]
