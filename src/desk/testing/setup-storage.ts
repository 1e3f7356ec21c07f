// Node has no IndexedDB.
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, vi } from 'vitest'

// Test files share a process, so give each a fresh database.
globalThis.indexedDB = new IDBFactory()
afterAll(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
