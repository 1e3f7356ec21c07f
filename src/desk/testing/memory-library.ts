import { createChanges } from './changes.ts'
import type { Library } from './library.ts'
import { createMemoryStore } from './store/memory-store.ts'
import { createStoredLibrary } from './stored-library.ts'

/** A library that lasts as long as the page, for devices without storage and for tests. */
export function createMemoryLibrary({
  name = 'editor@example.org https://service.example',
  now = Date.now,
}: { name?: string; now?: () => number } = {}): Library {
  return createStoredLibrary({ name, store: createMemoryStore(), changes: createChanges(), now })
}
