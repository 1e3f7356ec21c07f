// Node has no IndexedDB.
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, vi } from 'vitest'

// Files share a process: each finds the device as the first one did.
globalThis.indexedDB = new IDBFactory()
afterAll(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
