// Node has no IndexedDB.
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, vi } from 'vitest'

// Test files share a process, so give each a fresh database.
globalThis.indexedDB = new IDBFactory()
afterAll(async () => {
  // A module that is still loading when its file ends would fail, and be missing from every file after.
  await vi.dynamicImportSettled()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
