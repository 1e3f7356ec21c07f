import { IDBFactory } from 'fake-indexeddb'
import { expect, it, vi } from 'vitest'
import { closedAfterTest } from '../../testing/each-library.ts'
import { failFrom } from '../../testing/failing-storage.ts'
import { createChanges } from '../changes.ts'
import { openLibrary } from '../open-library.ts'
import { createMemoryStore } from '../store/memory-store.ts'
import { createStoredLibrary } from '../stored-library.ts'
import { createCatalogue } from './catalogue.ts'
import { createIncrementalIndexer } from './incremental-indexer.ts'
import { collectJob, jobResult } from '../testing/collect-job.ts'

it('has no state while newer articles are missing', async () => {
  const changes = createChanges()
  const store = createMemoryStore()
  const library = createStoredLibrary({ name: 'editor', store, changes, now: () => 1 })
  const catalogue = createCatalogue(store, changes)
  async function collect(jobId: number) {
    const articles = [{ id: jobId, title: 'Title', text: 'Text' }]
    await collectJob(library, jobId, articles)
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

it('goes on once texts that could not be read can be read', async () => {
  const name = 'indexed@example.org https://service.example'
  const library = await closedAfterTest(openLibrary({ name, now: () => 1, indexedDB: new IDBFactory() }))
  await library.openByNumber(17, 1)
  // The analysis of the texts, which would wake the search, is over.
  const analysed = new Promise<void>((resolve) => {
    library.subscribe(({ analysed = [] }) => analysed.length > 0 && resolve())
  })
  const articles = Array.from({ length: 250 }, (_, id) => ({ id, title: 'Title', text: `Rivers ${id}` }))
  await library.saveResult('17', jobResult(articles), 1)
  await analysed
  const found = async () => (await library.view({ query: 'rivers' })).ids.numbers.length
  expect(await found()).toBe(0)
  failFrom(name, 1, Number.POSITIVE_INFINITY)
  await expect.poll(() => library.unsaved(), { timeout: 20_000 }).toMatchObject({ reason: 'unavailable' })
  vi.restoreAllMocks()
  await library.jobs()
  await expect.poll(found, { timeout: 20_000 }).toBe(250)
}, 60_000)
