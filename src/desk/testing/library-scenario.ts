import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { vi } from 'vitest'
import { packIds, unpackIds } from '../../contract/ids.ts'
import { blankRequest } from '../../contract/testing/blank-request.ts'
import type { Library } from '../library/library.ts'
import { createMemoryLibrary } from './memory-library.ts'
import { openLibrary } from '../library/open-library.ts'

const name = 'scenario@example.org https://service.example'
export const openOnDevice = (indexedDB: IDBFactory) => openLibrary({ name, now: () => 10, indexedDB })

const articlesOf = (jobId: number) =>
  Array.from({ length: 120 }, (_, index) => ({
    id: index,
    title: `T${index}`,
    text: `Text ${index} of ${jobId}`,
  }))

/** The content of another device, to be restored here. */
const backup = createMemoryLibrary({ now: () => 5 })
const backedUp = backup.openByNumber(18, 1).then(() => save(backup, 18))

const save = (library: Library, jobId: number) =>
  library.saveAnswer(
    String(jobId),
    { state: 'success', category: '', articles: articlesOf(jobId), setAside: [] },
    2,
  )

/** A scenario with every kind of write, one transaction each. */
export const scenario: readonly ((library: Library) => Promise<unknown>)[] = [
  (library) => library.addSending({ ...blankRequest, idsToSkip: packIds([9]) }, { at: 1 }),
  async (library) => library.accept((await library.jobs())[0]!.key, 17),
  (library) => save(library, 17),
  (library) => library.annotate([{ ids: [1, 2, 3], set: { decision: 'reject' } }], { kind: 'reject' }),
  (library) => library.annotate([{ ids: [1], set: { note: 'Ask Ana' } }], { kind: 'note' }),
  (library) => library.undo(),
  (library) => library.saveList({ id: 'solar', name: 'Solar', ids: packIds([4, 'x']) }),
  (library) => library.deleteList('solar'),
  (library) => library.undo(),
  (library) => library.changeLedger({ list: 'imported', add: packIds([7, 8]) }),
  (library) => library.saveNamed({ kind: 'preset', key: 'preset/a', name: 'Weekly', value: 1 }),
  (library) => library.deleteNamed('preset/a'),
  (library) => library.saveSetting('asked', true),
  async (library) => {
    await backedUp
    return library.restorePart(await backup.backupPart('job 18'))
  },
  (library) => library.openByNumber(19, 3),
  (library) => library.setPhase('19', 'stopped'),
  (library) => library.removeJob('18', 9),
  (library) => library.purgeRemoved(100),
]

export async function contents(library: Library) {
  const lists = await library.lists()
  return {
    jobs: (await library.jobs()).map(({ phase, articleCount }) => ({ phase, articleCount })),
    text: (await library.article('17', 119))?.text,
    skipped: unpackIds((await library.request('17'))?.idsToSkip ?? packIds([])),
    marks: (await library.annotations([1, 2, 3])).map(([, mark]) => mark),
    steps: (await library.steps()).map(({ kind }) => kind),
    lists: lists.map(({ name, count }) => ({ name, count })),
    ids: await Promise.all(['solar', 'imported'].map(async (id) => unpackIds(await library.listIds(id)))),
    named: (await library.named('preset')).map(({ name }) => name),
    asked: await library.setting('asked'),
  }
}

/**
 * Makes operations on the scenario's device fail from the nth on, `times` of them, and no others: test files share a process.
 *
 * @returns a function that counts the operations so far
 */
export function failFrom(nth: number, times: number): () => number {
  let count = 0
  for (const method of ['put', 'get', 'delete', 'getAll', 'clear', 'openCursor'] as const) {
    const real = IDBObjectStore.prototype[method] as (...values: unknown[]) => IDBRequest
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      ...values: unknown[]
    ) {
      if (!this.transaction.db.name.includes(name)) return real.apply(this, values) as never
      count += 1
      if (count >= nth && count < nth + times) throw new DOMException('disk', 'UnknownError')
      return real.apply(this, values) as never
    })
  }
  return () => count
}

export async function runScenario() {
  const library = await openOnDevice(new IDBFactory())
  for (const act of scenario) await act(library)
  const result = await contents(library)
  library.close()
  return result
}
