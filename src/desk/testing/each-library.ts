import { IDBFactory } from 'fake-indexeddb'
import { onTestFinished } from 'vitest'
import type { Library } from '../library/library.ts'
import { createMemoryLibrary } from './memory-library.ts'
import { openLibrary } from '../library/open-library.ts'

export interface OpenedLibrary {
  readonly library: Library
  /** The library as another visit finds it; an in-memory library stays the same one. */
  readonly reopen: () => Promise<Library>
}

let opened = 0

/** @returns the library, which is closed after the current test: it would go on announcing to the tests that follow */
export async function closedAfterTest(opening: Promise<Library>): Promise<Library> {
  const library = await opening
  onTestFinished(() => library.close())
  return library
}

/** The library over each of its stores, for tests of what it does over both. */
export const eachLibrary: readonly {
  readonly kept: string
  readonly open: (now: () => number) => Promise<OpenedLibrary>
}[] = [
  {
    kept: 'in memory',
    async open(now) {
      const library = createMemoryLibrary({ now })
      return { library, reopen: () => Promise.resolve(library) }
    },
  },
  {
    kept: 'on the device',
    async open(now) {
      const indexedDB = new IDBFactory()
      // A name of its own: test files share a process, in which libraries of one name hear of each other's changes.
      const name = `editor@example.org https://service-${(opened += 1)}.example`
      const reopen = () => closedAfterTest(openLibrary({ name, now, indexedDB }))
      return { library: await reopen(), reopen }
    },
  },
]
