import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { packIds, unpackIds } from '../../../contract/ids.ts'
import { blankRequest } from '../../../contract/job-request.ts'
import { createMemoryLibrary } from '../memory-library.ts'
import type { Library } from '../library.ts'
import { openLibrary } from '../open-library.ts'

const name = 'editor@example.org https://service.example'
const open = (indexedDB: IDBFactory) => openLibrary({ name, now: () => 10, indexedDB })

const articlesOf = (jobId: number) =>
  Array.from({ length: 120 }, (_, index) => ({
    id: index,
    title: `T${index}`,
    text: `Text ${index} of ${jobId}`,
  }))

const backup = createMemoryLibrary({ now: () => 5 })
const save = (library: Library, jobId: number) =>
  library.saveAnswer(
    String(jobId),
    { state: 'success', category: '', articles: articlesOf(jobId), setAside: [] },
    2,
  )

/** All that an editor does in a day which is written down, a transaction each: every kind of write the library has. */
const day: readonly ((library: Library) => Promise<unknown>)[] = [
  (library) => library.addSending({ ...blankRequest, idsToSkip: packIds([9]) }, { at: 1 }),
  async (library) => library.accept((await library.jobs())[0]!.key, 17),
  (library) => save(library, 17),
  (library) => library.mark([{ ids: [1, 2, 3], set: { decision: 'reject' } }], { kind: 'reject' }),
  (library) => library.mark([{ ids: [1], set: { note: 'Ask Ana' } }], { kind: 'note' }),
  (library) => library.undo(),
  (library) => library.saveList({ id: 'solar', name: 'Solar', ids: packIds([4, 'x']) }),
  (library) => library.deleteList('solar'),
  (library) => library.undo(),
  (library) => library.changeLedger({ list: 'imported', add: packIds([7, 8]) }),
  (library) => library.saveNamed({ kind: 'preset', key: 'preset/a', name: 'Weekly', value: 1 }),
  (library) => library.deleteNamed('preset/a'),
  (library) => library.saveSetting('asked', true),
  async (library) => library.restorePart(await backup.backupPart('job 18')),
  (library) => library.openByNumber(19, 3),
  (library) => library.setPhase('19', 'stopped'),
  (library) => library.removeJob('18', 9),
  (library) => library.purgeRemoved(100),
]

async function contents(library: Library) {
  const lists = await library.lists()
  return {
    jobs: (await library.jobs()).map(({ phase, articleCount }) => ({ phase, articleCount })),
    text: (await library.article('17', 119))?.text,
    skipped: unpackIds((await library.request('17'))?.idsToSkip ?? packIds([])),
    marks: (await library.marks([1, 2, 3])).map(([, mark]) => mark),
    steps: (await library.steps()).map(({ kind }) => kind),
    lists: lists.map(({ name, count }) => ({ name, count })),
    ids: await Promise.all(['solar', 'imported'].map(async (id) => unpackIds(await library.listIds(id)))),
    named: (await library.named('preset')).map(({ name }) => name),
    asked: await library.setting('asked'),
  }
}

/** Makes operations on the device fail from the nth on, `times` of them; answers how many there were. */
function failFrom(nth: number, times: number): () => number {
  let count = 0
  for (const method of ['put', 'get', 'delete', 'getAll', 'clear', 'openCursor'] as const) {
    const real = IDBObjectStore.prototype[method] as (...values: unknown[]) => IDBRequest
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: unknown,
      ...values: unknown[]
    ) {
      count += 1
      if (count >= nth && count < nth + times) throw new DOMException('disk', 'UnknownError')
      return real.apply(this, values) as never
    })
  }
  return () => count
}

beforeAll(async () => {
  await backup.openByNumber(18, 1)
  await save(backup, 18)
})

afterEach(() => void vi.restoreAllMocks())

describe('whatever of a day’s storage operations fails', () => {
  it('once: the day ends as if it had not', { timeout: 120_000 }, async () => {
    const whole = await fullDay()
    let total = Number.POSITIVE_INFINITY
    for (let nth = 1; nth <= total; nth += 1) {
      const indexedDB = new IDBFactory()
      const library = await open(indexedDB)
      const count = failFrom(nth, 1)
      for (const act of day) await act(library)
      if (nth === 1) total = count()
      vi.restoreAllMocks()
      expect(await contents(library), `operation ${nth} of ${total}`).toEqual(whole)
      library.close()
      expect(await contents(await open(indexedDB)), `operation ${nth}, next day`).toEqual(whole)
    }
    expect(total).toBeGreaterThan(80)
  })

  it(
    'and all after it: the editor goes on in memory, and the device keeps whole steps alone',
    { timeout: 120_000 },
    async () => {
      const evenings: unknown[] = []
      const calm = await open(new IDBFactory())
      evenings.push(await contents(calm))
      for (const act of day) {
        await act(calm)
        evenings.push(await contents(calm))
      }
      for (let nth = 1; nth <= 200; nth += 3) {
        const indexedDB = new IDBFactory()
        const library = await open(indexedDB)
        const count = failFrom(nth, Number.POSITIVE_INFINITY)
        for (const act of day) await act(library)
        const hasFailed = count() >= nth
        expect((await library.unsaved())?.reason).toBe(hasFailed ? 'unavailable' : undefined)
        vi.restoreAllMocks()
        library.close()
        const kept = await contents(await open(indexedDB))
        expect(evenings, `after operation ${nth}`).toContainEqual(kept)
        if (!hasFailed) break
      }
    },
  )
})

async function fullDay() {
  const library = await open(new IDBFactory())
  for (const act of day) await act(library)
  const result = await contents(library)
  library.close()
  return result
}
