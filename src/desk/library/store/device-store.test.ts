import { IDBFactory } from 'fake-indexeddb'
import { afterEach, expect, it, vi } from 'vitest'
import type { Library } from '../library.ts'
import { openLibrary } from '../open-library.ts'
import { openDeviceStore } from './device-store.ts'
import { collectJob } from '../testing/collect-job.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const name = 'editor@example.org https://service.example'

async function collect(library: Library): Promise<void> {
  const articles = [{ id: 1, title: 'Sun', text: 'Text' }]
  await collectJob(library, 17, articles)
}

it('is not recreated by a tab that reads or writes after the library was forgotten', async () => {
  const indexedDB = new IDBFactory()
  const open = () => openLibrary({ name, now: () => 1, indexedDB })
  const tabs = [await open(), await open(), await open()]
  await collect(tabs[0]!)
  await tabs[0]!.forget()
  await expect.poll(() => indexedDB.databases()).toEqual([])

  for (const library of tabs) {
    await expect(library.cards('17', 0)).rejects.toMatchObject({ reason: 'unavailable' })
    // Continues in memory, as if the device had failed.
    await collect(library)
    await expect(library.view({})).rejects.toMatchObject({ reason: 'unavailable' })
  }
  await tabs[0]!.forget()
  await tabs[1]!.forget()
  expect(await indexedDB.databases()).toEqual([])
  for (const library of tabs) library.close()
})

it('does not open a database that another tab, or it itself, has deleted', async () => {
  const indexedDB = new IDBFactory()
  const open = () => openDeviceStore({ databaseName: 'article-desk', indexedDB })
  const stores = [await open(), await open()]
  await stores[0]!.destroy()
  await expect.poll(() => indexedDB.databases()).toEqual([])
  for (const store of stores) {
    const reading = store.transaction('readonly', ['settings'], ({ settings }) => settings.get(''))
    await expect(reading).rejects.toMatchObject({ reason: 'unavailable' })
  }
  expect(await indexedDB.databases()).toEqual([])
  // The next sign-in starts with an empty library.
  const next = await open()
  expect(await next.transaction('readonly', ['jobs'], ({ jobs }) => jobs.all())).toEqual([])
  next.close()
})

it('reads while Chromium’s log is rotated, but not past a write that waits for it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.stubGlobal('navigator', { userAgent: 'AppleWebKit Chrome' })
  const indexedDB = new IDBFactory()
  const open = indexedDB.open.bind(indexedDB)
  let rotate = () => {}
  // As slow as a busy disk.
  const opening = vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    if (name !== 'article-desk/log') return open(name, version)
    const request = new EventTarget() as IDBOpenDBRequest
    rotate = () => void request.dispatchEvent(new Event('error'))
    return request
  })
  const store = await openDeviceStore({ databaseName: 'article-desk', indexedDB })
  vi.advanceTimersByTime(1_000)
  expect(opening).toHaveBeenLastCalledWith('article-desk/log', 1)
  const read = () => store.transaction('readonly', ['settings'], ({ settings }) => settings.get('a'))
  expect(await read()).toBeUndefined()

  const written = store.transaction('readwrite', ['settings'], ({ settings }) =>
    settings.put({ name: 'a', value: 1 }),
  )
  const readAfter = read()
  rotate()
  await written
  expect(await readAfter).toEqual({ name: 'a', value: 1 })
  store.close()
})
