import { expect, it } from 'vitest'
import { createChanges } from '../changes.ts'
import { createMemoryStore } from '../store/memory-store.ts'
import { createStoredLibrary } from '../stored-library.ts'
import { createCatalogue } from './catalogue.ts'
import { createIncrementalIndexer } from './incremental-indexer.ts'

it('has no state while newer articles are missing', async () => {
  const changes = createChanges()
  const store = createMemoryStore()
  const library = createStoredLibrary({ name: 'editor', store, changes, now: () => 1 })
  const catalogue = createCatalogue(store, changes)
  async function collect(jobId: number) {
    const { key } = await library.openByNumber(jobId, jobId)
    const articles = [{ id: jobId, title: 'Title', text: 'Text' }]
    await library.saveResult(key, { state: 'success', category: '', articles, setAside: [] }, jobId)
  }
  const isKnown = { 1: true, 2: false }
  /** Whenever idle: how many articles are indexed, and how many of them the state includes. */
  const idle: unknown[] = []
  const indexer = createIncrementalIndexer(
    { changes, catalogue },
    {
      restore: () => Promise.resolve(undefined),
      add: ({ result }) => Promise.resolve(isKnown[result.jobKey as '1' | '2']),
      remove() {},
      async onIdle() {
        const known = await catalogue.current()
        idle.push([indexer.doneOf(known), known.entries.size, indexer.state()?.numbers.length])
      },
    },
  )
  await collect(1)
  indexer.wake(true)
  await expect.poll(() => idle.at(-1)).toEqual([1, 1, 1])
  await collect(2)
  await expect.poll(() => idle.at(-1)).toEqual([1, 2, undefined])
  isKnown[2] = true
  changes.announce({ analysed: ['2'] })
  await expect.poll(() => idle.at(-1)).toEqual([2, 2, 2])
  indexer.stop()
  library.close()
})
