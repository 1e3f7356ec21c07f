import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { closedAfterTest } from '../testing/each-library.ts'
import { LibraryError } from './library.ts'
import { describeLibrary } from './testing/describe-library.ts'
import { openLibrary } from './open-library.ts'
import { openRawDatabase, readAll, write } from './store/testing/raw-database.ts'

const name = 'editor@example.org https://service.example'
const now = () => 0

/** Like a later desk, with a table unknown to this one. */
const openNewer = (indexedDB: IDBFactory) =>
  openRawDatabase(indexedDB, `article-desk ${name}`, 990, { things: 'id' })

describeLibrary('on the device', (now) => openLibrary({ name, now, indexedDB: new IDBFactory() }))

describe('opening a library', () => {
  it('finds what was stored there before, and only for this account', async () => {
    const indexedDB = new IDBFactory()
    const first = await openLibrary({ name, now, indexedDB })
    await first.openByNumber(17, 1)
    first.close()
    const again = await closedAfterTest(openLibrary({ name, now, indexedDB }))
    expect(again.kept).toBe('on-device')
    expect((await again.jobs()).map((job) => job.key)).toEqual(['17'])
    const other = await closedAfterTest(
      openLibrary({ name: 'other@example.org https://service.example', now, indexedDB }),
    )
    expect(await other.jobs()).toEqual([])
  })

  it('is notified of what another tab writes, and reads it', async () => {
    const indexedDB = new IDBFactory()
    const here = await openLibrary({ name, now, indexedDB })
    const there = await openLibrary({ name, now, indexedDB })
    const heard: unknown[] = []
    here.subscribe((change) => heard.push(change))
    await there.openByNumber(17, 1)
    await expect.poll(() => heard).toEqual([{ jobs: ['17'] }])
    expect(await here.job('17')).toBeDefined()
    await there.saveSetting('theme', 'dark')
    await expect.poll(() => heard).toContainEqual({ settings: true })
    here.close()
    there.close()
  })

  it('does not fail a write that ends after it was closed', async () => {
    const library = await openLibrary({ name, now, indexedDB: new IDBFactory() })
    const opening = library.openByNumber(17, 1)
    library.close()
    expect(await opening).toMatchObject({ key: '17' })
  })

  it('works in memory if there is no IndexedDB, and says so', async () => {
    const indexedDB = {
      open: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    } as unknown as IDBFactory
    const library = await openLibrary({ name, now, indexedDB })
    expect(library.kept).toBe('in-memory')
    await library.openByNumber(17, 1)
    expect(await library.jobs()).toHaveLength(1)
  })

  it('retries for a moment if the device refuses, as it may after a crash of the browser', async () => {
    const indexedDB = new IDBFactory()
    const before = await openLibrary({ name, now, indexedDB })
    await before.openByNumber(17, 1)
    before.close()
    vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
      throw new DOMException('Internal error opening backing store', 'UnknownError')
    })
    const library = await openLibrary({ name, now, indexedDB })
    expect(library.kept).toBe('on-device')
    expect(await library.jobs()).toHaveLength(1)
    library.close()
  })

  it('rejects a library of a newer desk, asks for a reload and changes nothing', async () => {
    const indexedDB = new IDBFactory()
    const newer = await openNewer(indexedDB)
    await write(newer, 'things', [{ id: 1 }])
    newer.close()
    const onNewerSchema = vi.fn<() => void>()
    await expect(openLibrary({ name, now, indexedDB, onNewerSchema })).rejects.toEqual(
      new LibraryError('newer-schema'),
    )
    expect(onNewerSchema).toHaveBeenCalledOnce()
    const again = await openNewer(indexedDB)
    expect(await readAll(again, 'things')).toEqual([{ id: 1 }])
    again.close()
  })

  it('says that tabs of an older desk block the upgrade, unless they close the library soon', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const indexedDB = new IDBFactory()
    const onBlocked = vi.fn<() => void>()
    const older = await openRawDatabase(indexedDB, `article-desk ${name}`, 1, {})
    const asked = new Promise((resolve) => older.addEventListener('versionchange', resolve))
    const opening = openLibrary({ name, now, indexedDB, onBlocked })
    await asked
    await expect.poll(() => vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(1_900)
    expect(onBlocked).not.toHaveBeenCalled()
    vi.advanceTimersByTime(100)
    expect(onBlocked).toHaveBeenCalledOnce()
    older.close()
    const library = await closedAfterTest(opening)
    expect(library.kept).toBe('on-device')

    const slow = await openRawDatabase(indexedDB, 'article-desk slow', 1, {})
    slow.addEventListener('versionchange', () => setTimeout(() => slow.close(), 1_000))
    const openingSlow = openLibrary({ name: 'slow', now, indexedDB, onBlocked })
    await expect.poll(() => vi.getTimerCount()).toBe(2)
    vi.advanceTimersByTime(1_000)
    await closedAfterTest(openingSlow)
    vi.advanceTimersByTime(1_000)
    expect(onBlocked).toHaveBeenCalledOnce()
  })

  it('gives way to a newer desk in another tab, and asks for a reload', async () => {
    const indexedDB = new IDBFactory()
    const onNewerSchema = vi.fn<() => void>()
    const library = await closedAfterTest(openLibrary({ name, now, indexedDB, onNewerSchema }))
    const newer = await openNewer(indexedDB)
    expect(onNewerSchema).toHaveBeenCalled()
    await expect(library.jobs()).rejects.toMatchObject({ reason: 'newer-schema' })
    newer.close()
  })
})
