import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createChanges } from '../changes.ts'
import type { Library } from '../library.ts'
import { createMemoryLibrary } from '../../testing/memory-library.ts'
import { createMemoryStore } from '../store/memory-store.ts'
import type { Store } from '../store/store.ts'
import { createStoredLibrary } from '../stored-library.ts'
import { collectJob } from '../testing/collect-job.ts'

const now = 1_000
let library: Library

const openOn = (store: Store) =>
  createStoredLibrary({ name: 'editor', store, changes: createChanges(), now: () => now })

async function collect(jobId: number, ids: readonly number[]) {
  const articles = ids.map((id) => ({ id, title: `Title ${id}`, text: `Text of ${id}` }))
  await collectJob(library, jobId, articles)
}

it('compares texts as they are read: markup is no difference', async () => {
  const library = createMemoryLibrary()
  const html = '<p class="lead">Roofs are wet.</p><p>Caf&eacute;s are dry.</p>'
  const { rows, removedWords, addedWords } = await library.compareTexts(
    html,
    'Roofs are wet.\n\nCafés are dry.',
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['same', 'same'])
  expect([removedWords, addedWords]).toEqual([0, 0])
})

describe('the first articles of a view', () => {
  const store = createMemoryStore()
  let beforeCards: (() => Promise<unknown>) | undefined

  /** A store in which something happens while the cards are being read. */
  const busyStore: Store = {
    ...store,
    async transaction(mode, names, work) {
      const happen = mode === 'readonly' && names.length === 1 && names[0] === 'cards' && beforeCards
      if (happen) {
        beforeCards = undefined
        await happen()
      }
      return store.transaction(mode, names, work)
    },
  }

  beforeEach(async () => {
    await store.destroy()
    beforeCards = undefined
    library = openOn(busyStore)
    await collect(1, [1, 2, 3])
    return () => library.close()
  })

  it('arrive as lists show them, in the order of the view, as many as requested', async () => {
    const { first } = await library.view({ sort: 'title' }, 2)
    expect(first.map(({ id }) => id)).toEqual([1, 2])
    expect(first).toEqual(await library.entries([1, 2]))
    expect((await library.view({})).first).toEqual([])
    expect((await library.view({ decisions: ['keep'] }, 2)).first).toEqual([])
  })

  it('are those of the view, with its decisions, even if a decision is made while their cards are read', async () => {
    beforeCards = () => library.annotate([{ ids: [1], set: { decision: 'reject' } }])
    const { first, ids, decisions, facets } = await library.view({ decisions: ['none'] }, 1)
    expect(first.map(({ id }) => id)).toEqual([2])
    expect([...ids.numbers]).toEqual([2, 3])
    expect([...decisions]).toEqual([0, 0])
    expect(facets.decisions.reject).toBe(1)
  })

  it('exclude those of a job removed while their cards are read', async () => {
    await collect(2, [9])
    beforeCards = () => library.removeJob('2', now)
    const { first, total } = await library.view({}, 1)
    expect([first[0]?.id, total]).toEqual([1, 3])
  })
})

/** A store that outlasts its library, and the tables that were read, in order. */
function countingStore(): Store & { reads: string[] } {
  const memory = createMemoryStore()
  const reads: string[] = []
  return {
    ...memory,
    kept: 'on-device',
    close: () => {},
    reads,
    transaction(mode, names, work) {
      if (mode === 'readonly') reads.push(...names)
      return memory.transaction(mode, names, work)
    },
  }
}

it('reads nothing for a prepared view, and notices what has arrived since', async () => {
  const { reads, ...store } = countingStore()
  library = openOn(store)
  await collect(1, [1, 2])
  await library.prepareView({ query: 'text' })
  reads.length = 0
  const { first } = await library.view({}, 2)
  expect([first.map(({ id }) => id), reads]).toEqual([[1, 2], []])
  await collect(2, [3])
  expect((await library.view({}, 1)).first[0]?.id).toBe(3)
  library.close()
})

it('reads nothing for the first letter of a prepared search', async () => {
  const { reads, ...store } = countingStore()
  library = openOn(store)
  // As many words as give a letter a list of its own.
  const text = Array.from({ length: 64 }, (_, index) => `t${index}`).join(' ')
  await collectJob(library, 1, [{ id: 1, title: 'Title', text }])
  const indexesKept = async () => {
    await library.view({ query: 'text' })
    return store.transaction('readonly', ['indexes'], ({ indexes }) => indexes.keys())
  }
  await expect.poll(indexesKept).toEqual(expect.arrayContaining(['search', 'duplicates']))
  library.close()
  library = openOn(store)
  onTestFinished(() => library.close())
  await library.view({})
  await library.prepareSearch()
  reads.length = 0
  expect([(await library.view({ query: 't' })).indexing, reads]).toEqual([undefined, []])
})

it('makes no screen ask again on a visit that finds every text read', async () => {
  const memory = createMemoryStore()
  const store: Store = { ...memory, kept: 'on-device', close: () => {} }
  library = openOn(store)
  await collect(1, [1, 2])
  const storedIndexes = async () => {
    await library.view({})
    return store.transaction('readonly', ['indexes'], ({ indexes }) => indexes.keys())
  }
  await expect.poll(storedIndexes).toEqual(expect.arrayContaining(['search', 'duplicates']))
  library.close()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  library = openOn(store)
  onTestFinished(() => library.close())
  const announced = vi.fn<() => void>()
  library.subscribe(announced)
  expect((await library.view({})).facets.quality).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(announced).not.toHaveBeenCalled()
})

describe('the groups of near-duplicates to decide on', () => {
  const words = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `word${from + index} says`).join(' ')
  const brought = (texts: Readonly<Record<number, string>>) =>
    Object.entries(texts).map(([id, text]) => ({ id: Number(id), title: `Title ${id}`, text }))

  /** 1 is like 2, which is like 3, though 1 and 3 have little in common; then two pairs, and one like no other. */
  beforeEach(async () => {
    library = openOn(createMemoryStore())
    await collectJob(
      library,
      1,
      brought({ 1: words(0, 400), 2: words(150, 560), 3: words(320, 720), 9: words(9000, 9100) }),
    )
    await collectJob(
      library,
      2,
      brought({ 4: words(1000, 1100), 5: words(1000, 1120), 6: words(2000, 2100), 7: words(2000, 2090) }),
    )
    await vi.waitUntil(async () => !(await library.duplicateGroups({})).isIndexing, 15_000)
    return () => library.close()
  })

  it('come in the order of the view, each once, with the longest article as the one to keep', async () => {
    expect(await library.duplicateGroups({})).toEqual({ count: 3, first: 5, isIndexing: false })
    expect(await library.duplicateGroups({}, 4)).toMatchObject({ count: 2, first: 6 })
    expect(await library.duplicateGroups({}, 7)).toMatchObject({ count: 1, first: 2 })
    for (const last of [1, 2, 3]) expect((await library.duplicateGroups({}, last)).count).toBe(0)
    expect(await library.duplicateGroups({ sort: 'oldest' })).toMatchObject({ count: 3, first: 2 })
  })

  it('begin at the first after an article that the view does not show', async () => {
    for (const after of [9, 99, 5])
      expect(await library.duplicateGroups({ job: '1' }, after)).toMatchObject({ count: 1, first: 2 })
  })

  it('are those of a view, though an article that it does not show may be the one to keep', async () => {
    expect(await library.duplicateGroups({ words: { to: 200 } })).toMatchObject({ count: 2, first: 5 })
    expect(await library.duplicateGroups({ words: { to: 199 } })).toMatchObject({ count: 1, first: 6 })
    expect(await library.duplicateGroups({ job: '3' })).toEqual({
      count: 0,
      first: undefined,
      isIndexing: false,
    })
  })

  it('remain until each article is kept or rejected, with the one kept before the longest', async () => {
    await library.annotate([{ ids: [4], set: { decision: 'keep' } }])
    expect(await library.duplicateGroups({})).toMatchObject({ count: 3, first: 4 })
    await library.annotate([{ ids: [5], set: { decision: 'maybe' } }])
    expect(await library.duplicateGroups({})).toMatchObject({ count: 3, first: 4 })
    await library.annotate([{ ids: [5], set: { decision: 'reject', duplicateOf: 4 } }])
    expect(await library.duplicateGroups({})).toMatchObject({ count: 2, first: 6 })
    await library.annotate([{ ids: [6, 7], set: { decision: 'keep' } }])
    expect(await library.duplicateGroups({})).toMatchObject({ count: 1, first: 2 })
  })
})
