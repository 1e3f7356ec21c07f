// Node has no IndexedDB.
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, expect, vi } from 'vitest'
// A library fetches this a moment after its first articles, which may be when its test file ends: loading would fail, and
// with it the next file's own attempt.
import '../library/whole-library.ts'

// Test files share a process, so give each a fresh database.
globalThis.indexedDB = new IDBFactory()

/** The open channels, with the tests that opened them. */
const channels = new Map<BroadcastChannel, string | undefined>()
// Not a stub, which a test's `unstubAllGlobals` would remove.
const RealBroadcastChannel = globalThis.BroadcastChannel
globalThis.BroadcastChannel = class extends RealBroadcastChannel {
  constructor(name: string) {
    super(name)
    channels.set(this, expect.getState().currentTestName)
  }
  override close() {
    channels.delete(this)
    super.close()
  }
}

afterAll(async () => {
  // A module that is still loading when its file ends would fail, and be missing from every file after.
  await vi.dynamicImportSettled()
  // The tests of the files after would hear what a library that was left open announces.
  await vi.waitFor(() => {
    if (channels.size > 0) throw new Error(`Tests left a channel open: ${[...channels.values()].join(', ')}`)
  }, 30_000)
  globalThis.BroadcastChannel = RealBroadcastChannel
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})
