import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDeviceStore } from './device-store.ts'
import { createFallbackStore } from './fallback-store.ts'
import type { Store } from './store.ts'

describe('if a device refuses only what can be rebuilt', () => {
  let now: number
  let device: Store
  let store: Store
  let refused: number
  const onUnsavedChange = vi.fn<(saved?: object) => void>()
  const onReadable = vi.fn<() => void>()

  const analyse = () =>
    store.transaction('readwrite', ['analyses'], ({ analyses }) =>
      analyses.put([{ jobKey: '17', page: 0, format: 1, analyses: [] }]),
    )
  const decide = () =>
    store.transaction('readwrite', ['marks'], ({ marks }) =>
      marks.put({ bucket: '1', marks: new Map([[5, { decision: 'keep' }]]) }),
    )
  const analysisIn = (store: Store) =>
    store.transaction('readonly', ['analyses'], ({ analyses }) => analyses.get('17', 0))

  function refuse(error: string, tables: readonly string[]): void {
    const { put } = IDBObjectStore.prototype as { put: (...values: unknown[]) => IDBRequest }
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...values) {
      if (!tables.includes(this.name)) return put.apply(this, values) as never
      refused += 1
      throw new DOMException('disk', error)
    })
  }

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    now = 0
    refused = 0
    vi.clearAllMocks()
    device = await openDeviceStore({ databaseName: 'full', indexedDB: new IDBFactory() })
    store = createFallbackStore(device, { now: () => now, onUnsavedChange, onReadable })
  })

  afterEach(() => {
    store.close()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  async function pass(ms: number): Promise<void> {
    now += ms
    await vi.advanceTimersByTimeAsync(ms)
    // Transactions take real time.
    await store.transaction('readonly', ['settings'], ({ settings }) => settings.all())
  }

  it('has nothing unsaved while it is full, and can still be read and decided on', async () => {
    refuse('QuotaExceededError', ['analyses'])
    await analyse()
    expect(store.unsaved?.()).toBeUndefined()
    await decide()
    expect(store.unsaved?.()).toBeUndefined()
    expect(await analysisIn(store)).toMatchObject({ page: 0 })
    expect(await device.transaction('readonly', ['marks'], ({ marks }) => marks.all())).toHaveLength(1)
  })

  it('says so as soon as it refuses more', async () => {
    refuse('QuotaExceededError', ['analyses', 'marks'])
    await analyse()
    onUnsavedChange.mockClear()
    await decide()
    expect(onUnsavedChange).toHaveBeenCalled()
    expect(store.unsaved?.()).toEqual({ reason: 'quota', articles: [], hasChanges: true })
  })

  it('tries again once by itself, then with the next write', async () => {
    refuse('QuotaExceededError', ['analyses'])
    await analyse()
    for (let minute = 0; minute < 3; minute += 1) await pass(60_000)
    const tries = refused
    for (let minute = 0; minute < 5; minute += 1) await pass(60_000)
    expect(refused).toBe(tries)
    vi.restoreAllMocks()
    await decide()
    expect(await analysisIn(device)).toMatchObject({ page: 0 })
    const written = vi.spyOn(device, 'transaction')
    for (let minute = 0; minute < 5; minute += 1) await pass(60_000)
    expect(written.mock.calls.filter(([mode]) => mode === 'readwrite')).toEqual([])
    expect(onReadable).not.toHaveBeenCalled()
  })

  it('says that nothing would be lost if its storage does not answer', async () => {
    refuse('UnknownError', ['analyses'])
    await analyse()
    expect(store.unsaved?.()).toEqual({ reason: 'unavailable', articles: [], hasChanges: false })
  })
})
