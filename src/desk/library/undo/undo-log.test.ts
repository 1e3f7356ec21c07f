import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closedAfterTest } from '../../testing/each-library.ts'
import { failFrom } from '../../testing/failing-storage.ts'
import { LibraryError, type Library } from '../library.ts'
import { openLibrary } from '../open-library.ts'
import { openDeviceStore } from '../store/device-store.ts'
import { createMemoryStore } from '../store/memory-store.ts'
import { forgetRemovals, logStep } from './undo-log.ts'

const name = 'editor@example.org https://service.example'
const keep = (library: Library, id: number) =>
  library.annotate([{ ids: [id], set: { decision: 'keep' } }], { kind: 'keep' })

it('stores no more than can be undone', async () => {
  const store = createMemoryStore()
  await store.transaction('readwrite', ['settings', 'steps'], async (tables) => {
    const log = (kind: 'keep' | 'remove-job', name = '') =>
      logStep(tables, { kind, name }, { at: 1, count: 1, before: {} })
    for (let step = 0; step < 210; step += 1) await log('keep')
    await log('remove-job', '5')
    await log('remove-job', '6')
    expect(await tables.steps.keys()).toHaveLength(200)
    await forgetRemovals(tables, ['5'])
    expect(await tables.steps.keys()).toHaveLength(199)
  })
})

describe('the steps', () => {
  let now: number
  let indexedDB: IDBFactory
  let library: Library

  const open = () => closedAfterTest(openLibrary({ name, now: () => (now += 1), indexedDB }))

  beforeEach(async () => {
    now = 0
    indexedDB = new IDBFactory()
    library = await open()
  })

  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('include one that is undone once there is room, even if another tab has made one of its kind since', async () => {
    const other = await open()
    await keep(library, 5)
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(await library.undo()).toMatchObject({ kind: 'keep' })
    vi.restoreAllMocks()
    await keep(other, 6)
    await library.saveUnsaved()
    expect(await other.annotations([5, 6])).toMatchObject([
      [5, undefined],
      [6, { decision: 'keep' }],
    ])
  })

  it('are not said to be none if they can not be read', async () => {
    await keep(library, 5)
    failFrom(name, 1, Number.POSITIVE_INFINITY)
    await expect(library.undo()).rejects.toThrow(LibraryError)
    vi.restoreAllMocks()
    await library.saveUnsaved()
    expect(await library.undo()).toMatchObject({ kind: 'keep' })
    expect(await library.undo()).toBeUndefined()
  })

  it('are undone as far as the device has kept what they changed', async () => {
    await keep(library, 5)
    await keep(library, 6)
    const store = await openDeviceStore({ databaseName: `article-desk ${name}`, indexedDB })
    await store.transaction('readwrite', ['steps'], async ({ steps }) => {
      const keys = await steps.keys()
      await steps.delete(keys.at(-1)!)
    })
    store.close()
    await library.undo()
    await library.undo()
    expect(await library.annotations([5, 6])).toMatchObject([
      [5, undefined],
      [6, { decision: 'keep' }],
    ])
  })

  it('are undone from their own message only, even if the next is made in that moment', async () => {
    const { step } = await keep(library, 5)
    const undoingFirst = library.undo(step)
    await keep(library, 6)
    expect(await undoingFirst).toMatchObject({ kind: 'keep', article: 5 })
    expect(await library.annotations([5, 6])).toMatchObject([
      [5, undefined],
      [6, { decision: 'keep' }],
    ])
    expect(await library.undo(step)).toBeUndefined()
    expect(await library.steps()).toHaveLength(1)
  })
})
