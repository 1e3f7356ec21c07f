import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, it, vi } from 'vitest'
import { LibraryError } from '../library/library.ts'
import type { Library } from '../library/library.ts'
import { openLibrary } from '../library/open-library.ts'
import { closedAfterTest } from '../testing/each-library.ts'
import { failFrom } from '../testing/failing-storage.ts'
import { createMemoryLibrary } from '../testing/memory-library.ts'
import { createArticleCache } from './article-cache.ts'
import { collectJob, jobResult } from '../library/testing/collect-job.ts'
import { createGate } from '../../testing/create-gate.ts'

const now = () => 100

function opened(library: Library = createMemoryLibrary({ now })) {
  const articles = createArticleCache(library, now)
  articles.follow()
  return { library, articles }
}

describe('the annotations of the articles on a page', () => {
  it('are read together if they are visible', async () => {
    const { library, articles } = opened()
    await library.annotate([{ ids: [1, 3], set: { decision: 'keep' } }])
    const read = vi.spyOn(library, 'annotations')
    for (const id of [1, 2, 3]) articles.subscribe('annotation', id, () => {})
    await expect.poll(() => articles.annotation(3)).toMatchObject({ decision: 'keep' })
    expect(articles.annotation(2)).toEqual({})
    expect(read).toHaveBeenCalledTimes(1)
  })

  it('show a decision before the library has written it', async () => {
    const { library, articles } = opened()
    const heard = vi.fn<() => void>()
    articles.subscribe('annotation', 1, heard)
    await expect.poll(() => articles.annotation(1)).toEqual({})
    heard.mockClear()
    const written = articles.edit([{ ids: [1], set: { decision: 'reject' } }], { kind: 'reject' })
    expect(articles.annotation(1)).toMatchObject({ decision: 'reject' })
    await written
    expect(heard).toHaveBeenCalledTimes(1)
    expect((await library.annotations([1]))[0]?.[1]).toEqual(articles.annotation(1))
  })

  it('show a decision on an article whose annotation is still being read', async () => {
    const { library, articles } = opened()
    await library.annotate([{ ids: [1], set: { addLabels: ['Rivers'] } }])
    const [held, read] = createGate()
    const annotations = library.annotations.bind(library)
    library.annotations = (ids) => held.then(() => annotations(ids))
    articles.subscribe('annotation', 1, () => {})
    const written = articles.edit([{ ids: [1], set: { decision: 'keep' } }], { kind: 'keep' })
    expect(articles.annotation(1)).toMatchObject({ decision: 'keep' })
    read()
    await written
    expect(articles.annotation(1)).toMatchObject({ decision: 'keep', labels: ['Rivers'] })
  })

  it('are all there after the same decision twice, made while they were read', async () => {
    const { library, articles } = opened()
    await library.annotate([{ ids: [1], set: { note: 'Ask Ann', addLabels: ['Rivers'] } }])
    const [held, write] = createGate()
    const annotate = library.annotate.bind(library)
    library.annotate = (...edit) => held.then(() => annotate(...edit))
    articles.subscribe('annotation', 1, () => {})
    const decide = () => articles.edit([{ ids: [1], set: { decision: 'keep' } }], { kind: 'keep' })
    const written = [decide(), decide()]
    await articles.readEntry(1)
    expect(articles.annotation(1)).toMatchObject({ decision: 'keep' })
    write()
    await Promise.all(written)
    const whole = { decision: 'keep', note: 'Ask Ann', labels: ['Rivers'] }
    await expect.poll(() => articles.annotation(1)).toMatchObject(whole)
  })

  it('do not look empty while they are read, if the article is opened in the meantime', async () => {
    const { library, articles } = opened()
    await library.annotate([{ ids: [1], set: { decision: 'keep', note: 'Ask Ann', read: true } }])
    const heard = vi.fn<() => void>()
    articles.subscribeToAnnotations(heard)
    articles.subscribe('annotation', 1, () => {})
    const written = articles.edit([{ ids: [1], set: { read: true } }])
    expect(articles.annotation(1)).toBeUndefined()
    await written
    await expect.poll(() => articles.annotation(1)).toMatchObject({ decision: 'keep', note: 'Ask Ann' })
    expect(heard).not.toHaveBeenCalled()
  })

  it('are counted again if a decision made while they are read changes nothing', async () => {
    const { library, articles } = opened()
    await library.annotate([{ ids: [1], set: { decision: 'keep', addLabels: ['Rivers'] } }])
    const heard = vi.fn<(changed: unknown) => void>()
    articles.subscribeToAnnotations(heard)
    articles.subscribe('annotation', 1, () => {})
    await articles.edit([{ ids: [1], set: { decision: 'keep' } }], { kind: 'keep' })
    // What was shown at once had no labels.
    expect(heard).toHaveBeenLastCalledWith('many')
    await expect.poll(() => articles.annotation(1)).toMatchObject({ decision: 'keep', labels: ['Rivers'] })
  })

  it('change once per decision: one drawing, with the time that is stored, whatever the clocks say', async () => {
    let workerTime = 5_000
    const library = createMemoryLibrary({ now: () => (workerTime += 7) })
    const { articles } = opened(library)
    articles.subscribe('annotation', 1, () => {})
    await expect.poll(() => articles.annotation(1)).toEqual({})
    const drawn = vi.fn<() => void>()
    articles.subscribe('annotation', 1, drawn)
    await articles.edit([{ ids: [1], set: { decision: 'keep' } }], { kind: 'keep' })
    expect(drawn).toHaveBeenCalledTimes(1)
    expect((await library.annotations([1]))[0]?.[1]).toEqual({ decision: 'keep', decidedAt: now() })
    expect((await library.steps())[0]?.at).toBe(now())
  })

  it('come with what else is known of an article, unless they have changed in the meantime', async () => {
    const { library, articles } = opened()
    const collected = [1, 2].map((id) => ({ id, title: `Title ${id}`, text: `Text ${id}` }))
    await collectJob(library, 5, collected)
    await library.annotate([{ ids: [1], set: { addLabels: ['Rivers'] } }])
    await articles.readEntry(1)
    expect(articles.annotation(1)).toEqual({ labels: ['Rivers'] })

    const entries = library.entries.bind(library)
    library.entries = async (ids) => {
      const read = await entries(ids)
      await library.annotate([{ ids: [2], set: { decision: 'keep' } }])
      return read
    }
    await articles.readEntry(2)
    expect(articles.annotation(2)).toBeUndefined()
  })

  it('announce changes of articles never shown, once they are written', async () => {
    const { articles } = opened()
    const told: unknown[] = []
    articles.subscribeToAnnotations((changed) => told.push(changed))
    await articles.edit([{ ids: [8, 9], set: { decision: 'reject' } }], { kind: 'reject' })
    const annotation = { decision: 'reject', decidedAt: now() }
    expect(told).toEqual([
      [
        [8, annotation],
        [9, annotation],
      ],
    ])
  })

  it('are read from the library if another tab decided on the same article at the same time', async () => {
    const library = createMemoryLibrary({ now })
    const [held, write] = createGate()
    const { articles } = opened({
      ...library,
      annotate: async (...edit) => {
        await library.annotate(...edit)
        await held
        return { annotations: [], step: undefined }
      },
    })
    articles.subscribe('annotation', 1, () => {})
    await expect.poll(() => articles.annotation(1)).toEqual({})
    const written = articles.edit([{ ids: [1], set: { decision: 'keep' } }])
    await library.annotate([{ ids: [1], set: { decision: 'reject' } }])
    expect(articles.annotation(1)).toMatchObject({ decision: 'keep' })
    write()
    await written
    await expect.poll(() => articles.annotation(1)).toMatchObject({ decision: 'reject' })
  })

  it('return to those of the library if it refuses', async () => {
    const library = createMemoryLibrary({ now })
    await library.annotate([{ ids: [1], set: { decision: 'keep' } }])
    const { articles } = opened({
      ...library,
      annotate: () => Promise.reject(new LibraryError('newer-schema')),
    })
    articles.subscribe('annotation', 1, () => {})
    await expect.poll(() => articles.annotation(1)).toMatchObject({ decision: 'keep' })
    await expect(articles.edit([{ ids: [1], set: { decision: 'reject' } }])).rejects.toThrow(LibraryError)
    await expect.poll(() => articles.annotation(1)).toMatchObject({ decision: 'keep' })
  })

  it('return to what was last written if the library refuses and can not be read either', async () => {
    const library = createMemoryLibrary({ now })
    const { articles } = opened(library)
    articles.subscribe('annotation', 1, () => {})
    await expect.poll(() => articles.annotation(1)).toEqual({})
    const decide = (decision: 'keep' | 'maybe' | 'reject') =>
      articles.edit([{ ids: [1], set: { decision } }], { kind: decision }).catch(() => {})
    const kept = decide('keep')
    const refuse = () => kept.then(() => Promise.reject(new LibraryError('unavailable')))
    vi.spyOn(library, 'annotate').mockImplementation(refuse)
    vi.spyOn(library, 'annotations').mockImplementation(refuse)
    const refused = [decide('maybe'), decide('reject')]
    expect(articles.annotation(1)).toMatchObject({ decision: 'reject' })
    await Promise.all(refused)
    expect(articles.annotation(1)).toMatchObject({ decision: 'keep' })
  })

  it('show the latest of decisions that come faster than they are written', async () => {
    const { library, articles } = opened()
    articles.subscribe('annotation', 1, () => {})
    await expect.poll(() => articles.annotation(1)).toEqual({})
    const shown: unknown[] = []
    articles.subscribe('annotation', 1, () => shown.push(articles.annotation(1)?.decision))
    await Promise.all(
      (['keep', 'maybe', 'reject'] as const).map((decision) =>
        articles.edit([{ ids: [1], set: { decision } }], { kind: decision }),
      ),
    )
    expect(shown).toEqual(['keep', 'maybe', 'reject'])
    expect((await library.annotations([1]))[0]?.[1]).toEqual(articles.annotation(1))
    expect(await library.steps()).toHaveLength(3)
  })

  it('are all reported to whoever counts them, shown or not', async () => {
    const { library, articles } = opened()
    const heard: unknown[] = []
    articles.subscribeToAnnotations((changed) =>
      heard.push(changed === 'many' ? changed : changed.map(([id]) => id)),
    )
    await library.annotate([{ ids: [7, 8], set: { decision: 'keep' } }])
    const ids = Array.from({ length: 3_000 }, (_, index) => index)
    await library.annotate([{ ids, set: { decision: 'maybe' } }])
    expect(heard).toEqual([[7, 8], 'many'])
  })

  it('include what another tab decides, few or many', async () => {
    const { library, articles } = opened()
    articles.subscribe('annotation', 1, () => {})
    await expect.poll(() => articles.annotation(1)).toEqual({})
    await library.annotate([{ ids: [1], set: { decision: 'keep' } }])
    expect(articles.annotation(1)).toMatchObject({ decision: 'keep' })
    const ids = Array.from({ length: 3_000 }, (_, index) => index)
    await library.annotate([{ ids, set: { decision: 'maybe' } }])
    await expect.poll(() => articles.annotation(1)).toMatchObject({ decision: 'maybe' })
  })
})

it('reads again what could not be read, once the device responds', async () => {
  const name = 'cached@example.org https://service.example'
  const library = await closedAfterTest(openLibrary({ name, now, indexedDB: new IDBFactory() }))
  const collected = [{ id: 1, title: 'Title', text: 'Text' }]
  await collectJob(library, 5, collected)
  await library.annotate([{ ids: [1], set: { decision: 'keep' } }])
  const { articles } = opened(library)
  failFrom(name, 1, Number.POSITIVE_INFINITY)
  articles.subscribe('annotation', 1, () => {})
  articles.subscribe('entry', 1, () => {})
  await articles.readEntry(1)
  await expect.poll(() => library.unsaved()).toBeDefined()
  vi.restoreAllMocks()
  await library.lists()
  await expect.poll(() => articles.annotation(1)).toMatchObject({ decision: 'keep' })
  await expect.poll(() => articles.entry(1)).toMatchObject({ jobs: ['5'] })
})

describe('a change during the first read', () => {
  async function collect(library: Library, jobId: number) {
    await library.openByNumber(jobId, jobId)
    const articles = [{ id: 1, title: `Title of ${jobId}`, text: 'Text' }]
    const result = jobResult(articles)
    await library.saveResult(String(jobId), result, jobId)
  }

  it.each([
    ['shown', true],
    ['fetched ahead', false],
  ])('makes an entry be read again, %s or not', async (_how, isShown) => {
    const { library, articles } = opened()
    await collect(library, 5)
    const found = await library.entries([1])
    const [holding, letGo] = createGate()
    const reading = vi.spyOn(library, 'entries').mockImplementationOnce(() => holding.then(() => found))
    if (isShown) articles.subscribe('entry', 1, () => {})
    const read = articles.readEntry(1)
    await expect.poll(() => reading).toHaveBeenCalled()
    await collect(library, 6)
    letGo()
    expect(await read).toMatchObject({ card: { title: 'Title of 6' }, jobs: ['6', '5'] })
    expect(reading).toHaveBeenCalledTimes(2)
  })

  it('is not overwritten by an earlier annotation if another tab has decided since', async () => {
    const { library, articles } = opened()
    const [holding, letGo] = createGate()
    const reading = vi.spyOn(library, 'annotations').mockImplementationOnce(async (ids) => {
      await holding
      return ids.map((id) => [id, undefined] as const)
    })
    const shown: unknown[] = []
    articles.subscribe('annotation', 1, () => shown.push(articles.annotation(1)?.decision))
    await expect.poll(() => reading).toHaveBeenCalled()
    await library.annotate([{ ids: [1], set: { decision: 'keep' } }])
    letGo()
    await expect.poll(() => reading).toHaveBeenCalledTimes(2)
    await expect.poll(() => shown).toEqual(['keep'])
  })

  it('is not overwritten either if its row has left the screen meanwhile', async () => {
    const { library, articles } = opened()
    const [holding, letGo] = createGate()
    const reading = vi.spyOn(library, 'annotations').mockImplementationOnce(async (ids) => {
      await holding
      return ids.map((id) => [id, undefined] as const)
    })
    const leave = articles.subscribe('annotation', 1, () => {})
    await expect.poll(() => reading).toHaveBeenCalled()
    leave()
    await library.annotate([{ ids: [1], set: { decision: 'keep' } }])
    letGo()
    await expect.poll(() => articles.annotation(1)).toBeDefined()
    articles.subscribe('annotation', 1, () => {})
    await expect.poll(() => articles.annotation(1)).toMatchObject({ decision: 'keep' })
  })
})

describe('entries that come with a view', () => {
  async function viewed() {
    const opening = opened()
    const articles = [1, 2].map((id) => ({ id, title: `Title ${id}`, text: 'Text' }))
    await collectJob(opening.library, 5, articles)
    const asked = vi.spyOn(opening.library, 'entries')
    return { ...opening, asked }
  }

  it('are drawn without asking the library again', async () => {
    const { articles, asked } = await viewed()
    await articles.readView({}, 1)
    expect(articles.entry(1)).toMatchObject({ card: { title: 'Title 1' }, jobs: ['5'] })
    articles.subscribe('entry', 1, () => {})
    expect(asked).not.toHaveBeenCalled()
  })

  it('leave known entries as they are, so that no row is redrawn', async () => {
    const { articles } = await viewed()
    const known = await articles.readEntry(1)
    await articles.readView({}, 2)
    expect(articles.entry(1)).toBe(known)
    expect(articles.entry(2)).toBeDefined()
  })

  it('are discarded if the library has changed since they were read', async () => {
    const { library, articles } = await viewed()
    const view = await library.view({}, 2)
    vi.spyOn(library, 'view').mockImplementationOnce(async () => {
      await library.removeJob('5', 100)
      return view
    })
    await articles.readView({}, 2)
    expect(articles.entry(1)).toBeUndefined()
  })
})
