import { IDBFactory } from 'fake-indexeddb'
import { expect, it, vi } from 'vitest'
import type { ArticleId } from '../../../contract/ids.ts'
import { closedAfterTest } from '../../testing/each-library.ts'
import { failFrom } from '../../testing/failing-storage.ts'
import { createChanges } from '../changes.ts'
import { openLibrary } from '../open-library.ts'
import { createMemoryStore } from '../store/memory-store.ts'
import { createStoredLibrary } from '../stored-library.ts'
import { createCatalogue } from './catalogue.ts'
import { createIncrementalIndexer, type IndexerState } from './incremental-indexer.ts'
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

it('saves what a long indexing has done so far, and goes on from there after a reload', async () => {
  const changes = createChanges()
  const store = createMemoryStore()
  const library = createStoredLibrary({ name: 'editor', store, changes, now: () => 1 })
  const catalogue = createCatalogue(store, changes)
  for (const id of [1, 2, 3, 4, 5]) await collectJob(library, id, [{ id, title: 'Title', text: 'Text' }])
  /** Indexes until all is done, or until it has saved this often. */
  async function visit(restored: IndexerState | undefined, savesBeforeStop: number) {
    const added: ArticleId[] = []
    const saved: IndexerState[] = []
    let isIdle = false
    const indexer = createIncrementalIndexer(
      { changes, catalogue },
      {
        restore: () => Promise.resolve(restored),
        add({ articles }) {
          added.push(...articles.map(([doc]) => indexer.idOf(doc)))
          return Promise.resolve(true)
        },
        remove() {},
        onIdle() {
          isIdle = true
          return Promise.resolve()
        },
        soFar: {
          savedEvery: 2,
          save(state) {
            if (saved.push(state) === savesBeforeStop) indexer.stop()
            return Promise.resolve()
          },
        },
      },
    )
    indexer.wake(true)
    await expect.poll(() => isIdle || saved.length === savesBeforeStop).toBe(true)
    indexer.stop()
    return { added, saved }
  }
  const first = await visit(undefined, 2)
  expect(first.added).toHaveLength(4)
  expect(first.saved.map(({ takenFrom }) => takenFrom.filter(Boolean).length)).toEqual([2, 4])
  const second = await visit(first.saved[0], Number.POSITIVE_INFINITY)
  expect(second.added).toHaveLength(3)
  expect(new Set([...first.added.slice(0, 2), ...second.added])).toEqual(new Set([1, 2, 3, 4, 5]))
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
  await expect.poll(() => library.unsaved()).toMatchObject({ reason: 'unavailable' })
  vi.restoreAllMocks()
  await library.jobs()
  await expect.poll(found).toBe(250)
})
