import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, expect, it, vi } from 'vitest'
import { openLibrary } from '../open-library.ts'
import { collectJob } from '../testing/collect-job.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('reads each page once for an export, and keeps none of them in memory afterwards', async () => {
  // Texts read in the background would be counted as well.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const library = await openLibrary({ name: 'editor', now: () => 1, indexedDB: new IDBFactory() })
  const articles = Array.from({ length: 250 }, (_, id) => ({ id, title: '', text: `Text of ${id}` }))
  await collectJob(library, 5, articles)
  const read = vi.spyOn(IDBObjectStore.prototype, 'get')
  const textsRead = () =>
    read.mock.contexts.filter((store) => (store as IDBObjectStore).name === 'texts').length
  // As if sorted by title, spread over all pages.
  const ids = articles.map(({ id }) => (id * 101) % 250)

  for (const expected of [3, 6]) {
    const texts: string[] = []
    for await (const batch of await library.knownArticles({ ids }))
      texts.push(...batch.map(({ text }) => text))
    expect(texts).toEqual(ids.map((id) => `Text of ${id}`))
    expect(textsRead()).toBe(expected)
  }
  library.close()
})
