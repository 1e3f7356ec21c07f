import { IDBObjectStore, IDBFactory } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { packIds } from '../../../contract/ids.ts'
import { blankRequest } from '../../../contract/testing/blank-request.ts'
import type { LibraryChange } from '../changes.ts'
import type { Library } from '../library.ts'
import { describeLibrary } from '../testing/describe-library.ts'
import { closedAfterTest } from '../../testing/each-library.ts'
import { failFrom } from '../../testing/failing-storage.ts'
import { openLibrary } from '../open-library.ts'
import { databaseVersion } from './schema.ts'
import { openRawDatabase } from './testing/raw-database.ts'
import { jobResult } from '../testing/collect-job.ts'

const name = 'editor@example.org https://service.example'
const open = (indexedDB: IDBFactory, now = () => 10) => closedAfterTest(openLibrary({ name, now, indexedDB }))

const articles = Array.from({ length: 150 }, (_, index) => ({ id: index, title: `T${index}`, text: 'Text' }))
const result = jobResult(articles)

/** A job's way through the library, and what is there afterwards. */
async function collect(library: Library): Promise<void> {
  const { key } = await library.addSending(blankRequest, { at: 1 })
  await library.accept(key, 17)
  await library.saveResult('17', result, 2)
}

async function contents(library: Library) {
  const jobs = (await library.jobs()).map(({ phase, articleCount }) => ({ phase, articleCount }))
  const cards = [...(await library.cards('17', 0)), ...(await library.cards('17', 1))].length
  return { jobs, cards, last: (await library.article('17', 149))?.text }
}

/** Allows reads and deletions, but no writes; or only those of values that are not too large. */
function failPuts(
  errorName: string,
  isTooLarge: (value: { texts?: readonly string[] }) => boolean = () => true,
): void {
  const { put } = IDBObjectStore.prototype as { put: (...values: unknown[]) => IDBRequest }
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...values) {
    if (!isTooLarge(values[0] as object)) return put.apply(this, values) as never
    throw new DOMException('disk', errorName)
  })
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('when storage fails', () => {
  const whole = { jobs: [{ phase: 'ready', articleCount: 150 }], cards: 150, last: 'Text' }

  it('opens one connection for all who have lost theirs', async () => {
    const indexedDB = new IDBFactory()
    const library = await open(indexedDB)
    await collect(library)
    const opening = vi.spyOn(indexedDB, 'open')
    failFrom(name, 1, 3)
    const keys = ['17', '18', '19']
    const found = await Promise.all(keys.map((key) => library.job(key)))
    expect(found.map((job) => job?.key)).toEqual(['17', undefined, undefined])
    expect(opening).toHaveBeenCalledTimes(1)
    library.close()
  })

  it('continues in memory after three reopenings, whichever operation failed, and stores nothing partially', async () => {
    // Background work would be counted as well, at any time.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const seen = new Set<string>()
    for (let nth = 1; nth <= 40; nth += 1) {
      const indexedDB = new IDBFactory()
      const library = await open(indexedDB)
      await library.jobs()
      const operations = failFrom(name, nth, Number.POSITIVE_INFINITY)
      await collect(library)
      const hasFailed = operations() >= nth
      expect((await library.unsaved())?.reason).toBe(hasFailed ? 'unavailable' : undefined)
      // If nothing has failed yet, everything is on the device, and reading it would be what fails.
      expect(hasFailed ? await contents(library) : whole).toEqual(whole)
      vi.restoreAllMocks()
      const { jobs, cards } = await contents(await open(indexedDB))
      expect(cards).toBe(jobs[0]?.phase === 'ready' ? 150 : 0)
      seen.add(jobs[0]?.phase ?? 'nothing')
      library.close()
    }
    expect([...seen]).toEqual(['nothing', 'sending', 'watched', 'ready'])
  })

  it('keeps what is stored if there is no room, and says how many articles are unsaved', async () => {
    const indexedDB = new IDBFactory()
    const library = await open(indexedDB)
    await collect(library)
    const before = await contents(library)
    await library.openByNumber(18, 3)
    failPuts('QuotaExceededError')
    await library.saveResult('18', result, 4)
    expect(await library.unsaved()).toEqual({
      reason: 'quota',
      articles: [{ jobKey: '18', count: 150 }],
      hasChanges: true,
    })
    expect(await library.job('18')).toMatchObject({ phase: 'ready', articleCount: 150, newCount: 0 })
    expect((await library.idsAt('18', 'all')).ids).toHaveLength(150)
    expect((await library.article('18', 149))?.text).toBe('Text')
    const afterwards = await open(indexedDB)
    expect(await afterwards.job('18')).toMatchObject({ phase: 'watched' })
    expect((await contents(afterwards)).cards).toBe(before.cards)
  })

  it('still saves decisions and smaller jobs if there is no room for the articles of a job', async () => {
    const indexedDB = new IDBFactory()
    const library = await open(indexedDB)
    await collect(library)
    await library.openByNumber(18, 3)
    failPuts('QuotaExceededError', ({ texts = [] }) => texts.length > 10)
    await library.saveResult('18', result, 4)
    await library.annotate([{ ids: [3], set: { decision: 'keep' } }], { kind: 'keep' })
    await library.annotate([{ ids: [4], set: { decision: 'reject' } }], { kind: 'reject' })
    const { key } = await library.addSending(blankRequest, { at: 5 })
    await library.accept(key, 19)
    await library.saveResult('19', jobResult(articles.slice(0, 3)), 6)
    await library.setPhase('18', 'stopped')

    expect(await library.unsaved()).toMatchObject({ articles: [{ jobKey: '18', count: 150 }] })
    const afterwards = await open(indexedDB)
    expect(await afterwards.annotations([3, 4])).toMatchObject([
      [3, { decision: 'keep' }],
      [4, { decision: 'reject' }],
    ])
    expect(await afterwards.job('18')).toMatchObject({ phase: 'watched' })
    expect(await afterwards.job('19')).toMatchObject({ phase: 'ready', articleCount: 3, newCount: 0 })
    expect((await afterwards.article('19', 2))?.text).toBe('Text')
    vi.restoreAllMocks()
    await library.saveUnsaved()
    expect(await afterwards.job('18')).toMatchObject({ phase: 'ready', articleCount: 150 })
    expect((await afterwards.steps()).map(({ kind }) => kind)).toEqual(['reject', 'keep'])
  })

  it('saves what was unsaved once there is room, all of it and at once', async () => {
    const indexedDB = new IDBFactory()
    const library = await open(indexedDB)
    failPuts('QuotaExceededError')
    await collect(library)
    await expect(library.saveUnsaved()).rejects.toMatchObject({ reason: 'quota' })
    vi.restoreAllMocks()
    const announced: LibraryChange[] = []
    library.subscribe((change) => change.unsaved && announced.push(change))
    await library.saveUnsaved()
    expect(await library.unsaved()).toBeUndefined()
    expect(announced).toMatchObject([{ articles: ['17'], annotations: 'many' }])
    expect(await contents(await open(indexedDB))).toEqual(whole)
  })

  it.each([
    ['QuotaExceededError', 0],
    ['UnknownError', 1],
  ])('deletes removed jobs only to make room: after %s it keeps %i', async (errorName, kept) => {
    const library = await open(new IDBFactory(), () => 20)
    await collect(library)
    await library.removeJob('17', 10)
    failPuts(errorName)
    await library.openByNumber(18, 10)
    vi.restoreAllMocks()
    await library.saveUnsaved()
    expect(await library.removedJobs()).toHaveLength(kept)
  })

  it('offers the device what it refused together with the first write after a pause', async () => {
    const indexedDB = new IDBFactory()
    let now = 0
    const library = await open(indexedDB, () => now)
    failPuts('QuotaExceededError')
    await collect(library)
    vi.restoreAllMocks()
    now = 29_000
    await library.openByNumber(18, now)
    expect(await library.unsaved()).toBeDefined()
    now = 31_000
    await library.openByNumber(19, now)
    expect(await library.unsaved()).toBeUndefined()
    expect((await (await open(indexedDB)).jobs()).map((job) => job.key)).toEqual(['19', '18', '17'])
  })

  it('offers it again by itself, until the device accepts it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const indexedDB = new IDBFactory()
    const library = await open(indexedDB)
    failPuts('UnknownError')
    await library.annotate([{ ids: [3], set: { decision: 'keep' } }])
    await vi.advanceTimersByTimeAsync(30_000)
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0)
    expect(await library.unsaved()).toMatchObject({ hasChanges: true })
    vi.restoreAllMocks()
    await vi.advanceTimersByTimeAsync(30_000)
    await expect.poll(() => library.unsaved()).toBeUndefined()
    expect((await (await open(indexedDB)).annotations([3]))[0]?.[1]).toMatchObject({ decision: 'keep' })
  })

  it('has what could not be read read again, as soon as the device responds', async () => {
    const library = await open(new IDBFactory())
    const heard: LibraryChange[] = []
    library.subscribe((change) => change.everything && heard.push(change))
    failFrom(name, 1, Number.POSITIVE_INFINITY)
    await expect(library.cards('17', 0)).rejects.toMatchObject({ reason: 'unavailable' })
    expect(heard).toEqual([])
    vi.restoreAllMocks()
    await library.cards('17', 0)
    expect(heard).toHaveLength(1)
  })

  it('notices that the device responds although nobody reads', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const library = await open(new IDBFactory())
    const heard: LibraryChange[] = []
    library.subscribe((change) => change.everything && heard.push(change))
    failFrom(name, 1, Number.POSITIVE_INFINITY)
    await expect(library.cards('17', 0)).rejects.toMatchObject({ reason: 'unavailable' })
    await vi.advanceTimersByTimeAsync(30_000)
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0)
    expect(await library.unsaved()).toBeDefined()
    vi.restoreAllMocks()
    await vi.advanceTimersByTimeAsync(30_000)
    await expect.poll(() => heard).toHaveLength(1)
    expect(await library.unsaved()).toBeUndefined()
  })

  it('does not read what is damaged again and again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let now = 0
    const library = await open(new IDBFactory(), () => now)
    let readings = 0
    const readDamaged = async () => {
      readings += 1
      failFrom(name, 1, Number.POSITIVE_INFINITY)
      await library.cards('17', 0).catch(() => {})
      vi.restoreAllMocks()
      await library.lists()
    }
    let reading = Promise.resolve()
    library.subscribe(({ everything }) => {
      if (everything) reading = reading.then(readDamaged)
    })
    const allRead = async () => {
      for (let last; last !== reading; await last) last = reading
      return readings
    }
    await readDamaged()
    expect(await allRead()).toBe(2)
    now = 30_000
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await allRead()).toBe(3)
  })

  it('makes room by deleting removed jobs for good', async () => {
    const indexedDB = new IDBFactory()
    const library = await open(indexedDB)
    await collect(library)
    failPuts('QuotaExceededError')
    await library.removeJob('17', 3)
    vi.restoreAllMocks()
    await library.saveUnsaved()
    expect(await contents(await open(indexedDB))).toEqual({ jobs: [], cards: 0, last: undefined })
  })

  it('does not overwrite what could not be read during a write', async () => {
    const indexedDB = new IDBFactory()
    const library = await open(indexedDB)
    await collect(library)
    const all = articles.map(({ id }) => id)
    await library.annotate([{ ids: all, set: { decision: 'keep' } }], { kind: 'keep' })
    await library.changeLedger({ list: 'imported', add: packIds([1_001, 1_002]) })
    await library.saveNamed({ kind: 'preset', key: 'preset/1', name: 'Weekly', value: 1 })

    failFrom(name, 1, Number.POSITIVE_INFINITY)
    await library.annotate([{ ids: [3], set: { decision: 'reject' } }], { kind: 'reject' })
    await library.changeLedger({ list: 'imported', add: packIds([1_003]) })
    await library.openByNumber(17, 20)
    vi.restoreAllMocks()
    await library.saveUnsaved()

    const afterwards = await open(indexedDB)
    const decisions = (await afterwards.annotations(all)).map(([, annotation]) => annotation?.decision)
    expect(decisions).toEqual(all.map((id) => (id === 3 ? 'reject' : 'keep')))
    expect([...(await afterwards.listIds('imported')).numbers]).toEqual([1_001, 1_002, 1_003])
    expect(await contents(afterwards)).toEqual(whole)
    expect((await afterwards.steps()).map(({ kind }) => kind)).toEqual(['skip', 'reject', 'skip', 'keep'])
    await afterwards.undo()
    await afterwards.undo()
    expect((await afterwards.annotations([3]))[0]?.[1]?.decision).toBe('keep')
  })

  it('keeps what another tab has written since it refused a write of this one', async () => {
    const indexedDB = new IDBFactory()
    const [library, other] = [await open(indexedDB), await open(indexedDB)]
    await collect(library)
    const all = articles.map(({ id }) => id)
    failPuts('QuotaExceededError')
    await library.annotate([{ ids: all.slice(0, 100), set: { decision: 'keep' } }], { kind: 'keep' })
    await library.editJob('17', { archived: true })
    vi.restoreAllMocks()
    await other.annotate([{ ids: all.slice(100), set: { decision: 'reject' } }], { kind: 'reject' })
    await other.editJob('17', { name: 'Rivers' })
    await library.saveUnsaved()

    const decisions = (await other.annotations(all)).map(([, annotation]) => annotation?.decision)
    expect(decisions).toEqual(all.map((id) => (id < 100 ? 'keep' : 'reject')))
    expect(await other.job('17')).toMatchObject({ name: 'Rivers', archivedAt: 10 })
    expect(await other.steps()).toHaveLength(2)
  })

  it('undoes the same step later that was undone in memory', async () => {
    let now = 0
    const library = await open(new IDBFactory(), () => (now += 1))
    await library.changeLedger({ list: 'imported', add: packIds([1]) })
    await library.annotate([{ ids: [5], set: { decision: 'keep' } }], { kind: 'keep' })
    failFrom(name, 1, Number.POSITIVE_INFINITY)
    // It is already there, but that can't be read.
    await library.changeLedger({ list: 'imported', add: packIds([1]) })
    expect(await library.undo()).toMatchObject({ kind: 'skip' })
    await library.saveSetting('asked', true)
    vi.restoreAllMocks()
    await library.saveUnsaved()
    expect((await library.steps()).map(({ kind }) => kind)).toEqual(['keep', 'skip'])
    expect((await library.annotations([5]))[0]?.[1]?.decision).toBe('keep')
    expect([...(await library.listIds('imported')).numbers]).toEqual([1])
  })

  it('loses no articles if the device has lost their job by the time it recovers', async () => {
    const indexedDB = new IDBFactory()
    const library = await open(indexedDB)
    await library.openByNumber(17, 1)
    failFrom(name, 1, Number.POSITIVE_INFINITY)
    await library.saveResult('17', result, 2)
    vi.restoreAllMocks()
    const emptied = await openRawDatabase(indexedDB, `article-desk ${name}`, databaseVersion, {})
    const clearing = emptied.transaction(['jobs'], 'readwrite')
    clearing.objectStore('jobs').clear()
    await new Promise((resolve) => clearing.addEventListener('complete', resolve))
    emptied.close()
    await library.saveUnsaved()
    expect(await contents(await open(indexedDB))).toEqual(whole)
  })

  it('adds nothing twice that was restored while storage was unreadable', async () => {
    const indexedDB = new IDBFactory()
    const library = await open(indexedDB)
    await collect(library)
    const [record] = await library.jobs()
    library.close()
    const again = await open(indexedDB)
    failFrom(name, 1, Number.POSITIVE_INFINITY)
    const part = (from: number, to: number) =>
      ({ kind: 'articles', value: { answer: '17', articles: articles.slice(from, to) } }) as const
    await again.restorePart([{ kind: 'job', value: { record: record! } }, part(0, 100)])
    await again.restorePart([part(100, 150)])
    vi.restoreAllMocks()
    await again.saveUnsaved()
    const afterwards = await open(indexedDB)
    expect(await contents(afterwards)).toEqual(whole)
    expect(await afterwards.job('17')).toEqual(record)
  })

  it('is not reported as empty if it has not been read yet', async () => {
    const indexedDB = new IDBFactory()
    const before = await open(indexedDB)
    await collect(before)
    await before.saveSetting('reasons', ['Too old'])
    const library = await open(indexedDB)
    failFrom(name, 1, Number.POSITIVE_INFINITY)
    for (const read of [library.jobs(), library.job('17'), library.setting('reasons'), library.view({})])
      await expect(read).rejects.toMatchObject({ reason: 'unavailable' })
    await library.openByNumber(18, 3)
    expect(await library.job('18')).toMatchObject({ phase: 'watched' })
    await expect(library.jobs()).rejects.toMatchObject({ reason: 'unavailable' })
    vi.restoreAllMocks()
    expect(await library.setting('reasons')).toEqual(['Too old'])
    expect((await library.view({})).total).toBe(150)
  })

  it('does not treat an id as unknown because storage was unreadable', async () => {
    const library = await open(new IDBFactory())
    await collect(library)
    await library.jobs()
    failFrom(name, 1, Number.POSITIVE_INFINITY)
    await expect(library.skipIds({ everything: true })).rejects.toMatchObject({ reason: 'unavailable' })
    expect(await library.unsaved()).toMatchObject({ reason: 'unavailable', hasChanges: false })
    expect((await library.jobs()).map((job) => job.key)).toEqual(['17'])
    expect(await library.job('18')).toBeUndefined()
    vi.restoreAllMocks()
    expect((await library.skipIds({ everything: true })).ids.numbers).toHaveLength(150)
    expect(await library.unsaved()).toBeUndefined()
  })
})

describeLibrary('on a device without room', async (now) => {
  const library = await open(new IDBFactory(), now)
  failPuts('QuotaExceededError')
  return library
})
