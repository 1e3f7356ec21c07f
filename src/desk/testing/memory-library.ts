import { createChanges } from '../library/changes.ts'
import type { Library } from '../library/library.ts'
import { createMemoryStore } from '../library/store/memory-store.ts'
import { createStoredLibrary } from '../library/stored-library.ts'

/** A library over the store in memory, which the desk itself uses only where a device has no storage. */
export function createMemoryLibrary({
  name = 'editor@example.org https://service.example',
  now = Date.now,
}: { name?: string; now?: () => number } = {}): Library {
  return createStoredLibrary({ name, store: createMemoryStore(), changes: createChanges(), now })
}
