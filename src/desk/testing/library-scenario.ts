import { IDBFactory } from 'fake-indexeddb'
import { packIds, unpackIds } from '../../contract/ids.ts'
import { blankRequest } from '../../contract/testing/blank-request.ts'
import type { Library } from '../library/library.ts'
import { createMemoryLibrary } from './memory-library.ts'
import { openLibrary } from '../library/open-library.ts'
import { jobResult } from '../library/testing/collect-job.ts'

export const scenarioLibrary = 'scenario@example.org https://service.example'
/** Reads the jobs first, as every desk does. */
export async function openOnDevice(indexedDB: IDBFactory): Promise<Library> {
  const library = await openLibrary({ name: scenarioLibrary, now: () => 10, indexedDB })
  await library.jobs()
  return library
}

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
  library.saveResult(String(jobId), jobResult(articlesOf(jobId)), 2)

export const undo = (library: Library) => library.undo()

/** A scenario with every kind of write, one transaction each. */
export const scenario: readonly ((library: Library) => Promise<unknown>)[] = [
  (library) => library.addSending({ ...blankRequest, idsToSkip: packIds([9]) }, { at: 1 }),
  async (library) => library.accept((await library.jobs())[0]!.key, 17),
  (library) => save(library, 17),
  (library) => library.annotate([{ ids: [1, 2, 3], set: { decision: 'reject' } }], { kind: 'reject' }),
  (library) => library.annotate([{ ids: [1], set: { note: 'Ask Ana' } }], { kind: 'note' }),
  undo,
  (library) => library.saveList({ id: 'solar', name: 'Solar', ids: packIds([4, 'x']) }),
  (library) => library.deleteList('solar'),
  undo,
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

export async function runScenario() {
  const library = await openOnDevice(new IDBFactory())
  for (const act of scenario) await act(library)
  const result = await contents(library)
  library.close()
  return result
}
