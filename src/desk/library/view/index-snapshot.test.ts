import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sketchFormat } from '../../../text/sketch.ts'
import type { Library } from '../library.ts'
import { collectJob } from '../testing/collect-job.ts'
import { openLibrary } from '../open-library.ts'
import { createIndexSnapshot } from './index-snapshot.ts'
import { openDeviceStore } from '../store/device-store.ts'
import type { Store } from '../store/store.ts'

const name = 'editor@example.org https://service.example'
const prose = (topic: string) =>
  Array.from({ length: 90 }, (_, index) => `${topic}${(index * 7919) % 97} of ${topic}`).join(' ')

/** As plain functions, to be called on any object store. */
const methodsOf = (prototype: IDBObjectStore) =>
  prototype as unknown as {
    readonly put: (this: IDBObjectStore, value: unknown) => IDBRequest<IDBValidKey>
    readonly delete: (this: IDBObjectStore, key: IDBValidKey | IDBKeyRange) => IDBRequest<undefined>
  }

describe('the stored index', () => {
  let indexedDB: IDBFactory
  let library: Library
  /** Direct access to the same database. */
  let store: Store

  const open = () => openLibrary({ name, now: () => 1_000, indexedDB })

  beforeEach(async () => {
    // The indexers start a second after the screen, and write when nobody has searched for another: seconds a test.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    vi.setTimerTickMode('nextTimerAsync')
    indexedDB = new IDBFactory()
    library = await open()
    store = await openDeviceStore({ databaseName: `article-desk ${name}`, indexedDB })
    await save(1, [
      [1, prose('sun')],
      [2, `${prose('sun')} and rain`],
      ['x', prose('bread')],
    ])
    await snapshotWritten()
    return () => {
      library.close()
      store.close()
      vi.useRealTimers()
    }
  })

  const save = (jobId: number, articles: readonly (readonly [id: number | string, text: string])[]) =>
    collectJob(
      library,
      jobId,
      articles.map(([id, text]) => ({ id, title: `Title ${id}`, text })),
    )

  const coverage = () =>
    store.transaction('readonly', ['indexes'], async ({ indexes }) =>
      JSON.stringify(
        (await Promise.all([indexes.get('search'), indexes.get('duplicates')])).map(
          (row) => (row?.value as { covers: string } | undefined)?.covers,
        ),
      ),
    )

  /** Views the library until both snapshots are up to date. */
  async function snapshotWritten(before = '[null,null]') {
    const [search, duplicates] = JSON.parse(before) as (string | null)[]
    const isWritten = async () => {
      await library.view({ query: 'sun' })
      const after = JSON.parse(await coverage()) as (string | null)[]
      return after.every(Boolean) && after[0] !== search && after[1] !== duplicates
    }
    await expect.poll(isWritten).toBe(true)
  }

  async function reopen() {
    library.close()
    library = await open()
  }

  const found = async (query: string) => {
    const { ids, indexing } = await library.view({ query })
    return { ids: Array.from(ids.numbers, (id, at) => ids.strings.get(at) ?? id), indexing }
  }

  it('is available at once after a reload, without reading a text', async () => {
    await store.transaction('readwrite', ['texts'], ({ texts }) => texts.deleteAll('1'))
    await reopen()
    expect(await found('rain')).toEqual({ ids: [2], indexing: undefined })
    expect((await found('bread*')).ids).toEqual(['x'])
    expect(await found('"and rain"')).toEqual({ ids: [2], indexing: undefined })
    await expect.poll(async () => (await library.duplicateNotes([1]))[0]).toMatchObject({ id: 2 })
    await expect
      .poll(() => library.view({}))
      .toMatchObject({ facets: { duplicated: 2 }, indexing: undefined })
  })

  it('provides cards without reading a text, and compares the texts of near-duplicates without them', async () => {
    await reopen()
    await library.view({})
    const get = vi.spyOn(IDBObjectStore.prototype, 'get')
    const tablesRead = () => get.mock.contexts.map((table) => (table as IDBObjectStore).name)
    expect(await library.entries([1, 2])).toMatchObject([{ id: 1 }, { id: 2 }])
    expect(tablesRead()).not.toContain('texts')
    expect(await library.duplicateNotes([1, 2])).toMatchObject([{ id: 2 }, { id: 1 }])
    expect(tablesRead()).toContain('texts')
    get.mockRestore()
  })

  it('provides near-duplicates to whoever asks for them first', async () => {
    await reopen()
    expect(await library.duplicateNotes([1, 2])).toMatchObject([{ id: 2 }, { id: 1 }])
  })

  it('is completed with later articles, which are compared with earlier ones', async () => {
    const before = await coverage()
    await save(2, [[9, `${prose('sun')} and hail`]])
    // Closed before it was indexed.
    await reopen()
    expect((await found('rain')).ids).toEqual([2])
    await expect.poll(async () => (await found('hail')).ids).toEqual([9])
    await expect.poll(async () => (await library.duplicateNotes([9]))[0]?.id).toBeOneOf([1, 2])
    await snapshotWritten(before)
    await reopen()
    expect(await found('hail')).toEqual({ ids: [9], indexing: undefined })
  })

  it('reads of the index only what a search needs, then the rest in batches, so that a search comes in between', async () => {
    const before = await coverage()
    // Enough of them that the index has several pieces.
    const wordsOf = (at: number) =>
      Array.from(
        { length: 2_000 },
        (_, word) => `w${(Math.imul(at * 2_000 + word, 0x9e3779b1) >>> 8) % 20_000}`,
      )
    await save(
      2,
      Array.from({ length: 200 }, (_, at) => [10 + at, `${wordsOf(at).join(' ')} and hail`] as const),
    )
    await expect.poll(async () => (await found('hail')).ids).toHaveLength(200)
    await snapshotWritten(before)
    await reopen()
    const get = vi.spyOn(IDBObjectStore.prototype, 'get')
    const piecesRead = () =>
      get.mock.calls.flatMap(([key], at) =>
        typeof key === 'string' && /^search\/.+\/\d+$/.test(key)
          ? [{ key, transaction: (get.mock.contexts[at] as IDBObjectStore).transaction }]
          : [],
      )
    expect((await found('"and hail"')).ids).toHaveLength(200)
    const pieces = (await store.transaction('readonly', ['indexes'], ({ indexes }) => indexes.keys())).filter(
      (key) => /^search\/.+\/\d+$/.test(key),
    )
    // On a busy machine, those that one more letter would need may have been read by now, in another transaction.
    const [first] = piecesRead()
    const forSearch = piecesRead().filter(({ transaction }) => transaction === first?.transaction)
    expect(forSearch.length).toBeGreaterThan(0)
    expect(forSearch.length).toBeLessThan(pieces.length / 2)
    await expect.poll(() => new Set(piecesRead().map(({ key }) => key)).size).toBe(pieces.length)
    expect(new Set(piecesRead().map(({ transaction }) => transaction)).size).toBeGreaterThan(2)
    get.mockRestore()
  })

  it('does not find texts that were replaced or removed since', async () => {
    await save(1, [[2, prose('snow')]])
    await save(3, [[4, prose('wind')]])
    await library.removeJob('3', 5)
    await reopen()
    expect((await found('rain')).ids).toEqual([])
    await expect.poll(() => found('snow1')).toMatchObject({ ids: [2] })
    expect((await found('wind1')).ids).toEqual([])
  })

  it.each([
    ['a part is missing', 'search/', undefined],
    ['a part is cut off', 'search/', { base: 0, size: 1, terms: '', termEnds: new Uint32Array() }],
    ['a part is something else', 'search/', { terms: 7 }],
    ['its head is of another format', 'search', { format: -1 }],
    ['it was made by an earlier desk', 'search', { format: 1, parts: [], checksum: 0, head: {} }],
    ['its head is cut off', 'search', { format: 2, parts: [], checksum: 1, head: {} }],
  ])('is rebuilt if %s', async (_what, prefix, value) => {
    await store.transaction('readwrite', ['indexes'], async ({ indexes }) => {
      const keys = await indexes.keys()
      const key = keys.find((key) => (prefix === 'search' ? key === prefix : key.startsWith(prefix)))!
      await (value === undefined ? indexes.delete(key) : indexes.put({ name: key, value }))
    })
    await reopen()
    await expect.poll(() => found('rain')).toEqual({ ids: [2], indexing: undefined })
  })

  it.each([
    ['are missing', undefined],
    ['are cut off', new Uint8Array(1)],
  ])('is rebuilt when a phrase is searched if the positions of its words %s', async (_what, value) => {
    await store.transaction('readwrite', ['indexes'], async ({ indexes }) => {
      // The documents of so few words are one piece, and their positions another.
      const name = (await indexes.keys()).find((key) => /^search\/.+\/1$/.test(key))!
      await (value ? indexes.put({ name, value }) : indexes.delete(name))
    })
    await reopen()
    expect(await found('rain')).toEqual({ ids: [2], indexing: undefined })
    await expect.poll(() => found('"and rain"')).toEqual({ ids: [2], indexing: undefined })
  })

  it.each([
    ['a part', /^search\/[^/]+$/, () => ({ base: 0, size: 1, terms: '', termEnds: new Uint32Array() })],
    ['a piece', /^search\/.+\/1$/, () => new Uint8Array(1)],
    ['the head', /^duplicates$/, (value: object) => ({ ...value, checksum: -1 })],
  ])('is stored again if %s was damaged, so that not every visit rebuilds it', async (_what, key, damage) => {
    const read = (name: string) =>
      store.transaction('readonly', ['indexes'], async ({ indexes }) => (await indexes.get(name))?.value)
    const names = await store.transaction('readonly', ['indexes'], ({ indexes }) => indexes.keys())
    const name = names.find((name) => key.test(name))!
    const damaged = damage((await read(name)) as object)
    await store.transaction('readwrite', ['indexes'], ({ indexes }) => indexes.put({ name, value: damaged }))
    await reopen()
    await library.view({ duplicated: true })
    await expect.poll(async () => (await found('"and rain"')).ids).toEqual([2])
    await expect.poll(() => read(name)).not.toEqual(damaged)
  })

  it('links near-duplicates by the sketches of this desk alone, after an update that changed them', async () => {
    await store.transaction('readwrite', ['analyses', 'facts', 'indexes'], async (tables) => {
      const page = (await tables.analyses.get('1', 0))!
      // Without shingles, which no text has in common with another.
      const analyses = page.analyses.map((analysis) => ({ ...analysis, sketch: Uint32Array.of(9, 0) }))
      await tables.analyses.put([{ ...page, format: page.format - 1, analyses }])
      await tables.facts.delete('1')
      await tables.indexes.delete('duplicates')
    })
    await reopen()
    await expect.poll(async () => (await library.view({ duplicated: true })).ids.numbers).toHaveLength(2)
  })

  it('is made again once where an earlier desk may have linked near-duplicates by older sketches', async () => {
    const format = async (changed?: number) =>
      store.transaction('readwrite', ['indexes'], async ({ indexes }) => {
        const stored = (await indexes.get('duplicates'))!.value as { readonly format: number }
        if (changed !== undefined)
          await indexes.put({ name: 'duplicates', value: { ...stored, format: changed } })
        return stored.format
      })
    const own = await format(sketchFormat - 1)
    await reopen()
    await library.view({ duplicated: true })
    await expect.poll(() => format()).toBe(own)
    expect(own).toBe(sketchFormat)
    expect((await library.view({ duplicated: true })).ids.numbers).toHaveLength(2)
  })

  it('makes room for articles if the device has none left', async () => {
    await library.openByNumber(5, 5)
    let hasFreed = false
    const { put, delete: remove } = methodsOf(IDBObjectStore.prototype)
    const refusing = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      value: unknown,
    ) {
      const isFull = this.transaction.objectStoreNames.contains('cards') && !hasFreed
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      return put.call(this, value)
    })
    const freeing = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (
      this: IDBObjectStore,
      key,
    ) {
      hasFreed ||= this.name === 'indexes'
      return remove.call(this, key)
    })
    await save(5, [[50, 'Text']])
    refusing.mockRestore()
    freeing.mockRestore()
    expect(await library.unsaved()).toBeUndefined()
    expect((await library.article('5', 50))?.text).toBe('Text')
  })
})

it('is replaced by a part of an index only in the tab that read or wrote it', async () => {
  const store = await openDeviceStore({ databaseName: 'tabs', indexedDB: new IDBFactory() })
  const openTab = () =>
    createIndexSnapshot<{ count: number }, never>(store, {
      name: 'search',
      format: 1,
      contentOf: ({ count }) => [count],
    })
  const [one, other] = [openTab(), openTab()]
  const write = (tab: typeof one, count: number, isPartial: boolean) =>
    tab.write({ metadata: { count }, parts: [], covers: String(count), isPartial }, async () => true)
  const written = async () => (await openTab().read())?.metadata.count

  await write(one, 20, true)
  await write(other, 10, true)
  expect(await written()).toBe(20)
  await write(one, 40, true)
  expect(await written()).toBe(40)
  await write(other, 50, false)
  expect(await written()).toBe(50)
  const later = openTab()
  await later.read()
  await write(later, 30, true)
  expect(await written()).toBe(30)
  store.close()
})
