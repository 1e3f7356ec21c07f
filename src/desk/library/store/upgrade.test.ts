import { IDBFactory } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { countIds, unpackIds } from '../../../contract/ids.ts'
import { openLibrary } from '../open-library.ts'
import type { StoredStep } from './rows.ts'
import { databaseVersion } from './schema.ts'
import { tableNames } from './store.ts'
import secondSchema from './testing/library-of-schema-2.json' with { type: 'json' }
import thirdSchema from './testing/library-of-schema-3.json' with { type: 'json' }
import { openRawDatabase, readAll, restoreDump, write } from './testing/raw-database.ts'

const name = 'editor@example.org https://service.example'

/** As desk 0.1.0 wrote it, spelled out because its code no longer exists. */
async function libraryOfTheFirstSchema(indexedDB: IDBFactory, ofJob = {}): Promise<void> {
  const database = await openRawDatabase(indexedDB, `article-desk ${name}`, 10, {
    jobs: 'key',
    requests: 'jobKey',
    ids: 'jobKey',
    cards: ['jobKey', 'page'],
    texts: ['jobKey', 'page'],
    settings: 'name',
  })
  const card = { id: 118, title: 'Sun', excerpt: 'Text', wordCount: 1, hitCount: 0, position: 0 }
  await write(database, 'jobs', [
    {
      key: '17',
      jobId: 17,
      startedAt: 1,
      phase: 'ready',
      state: 'success',
      readyAt: 2,
      failureWordCount: 0,
      failedChecks: 0,
      category: 'Energy',
      articleCount: 1,
      newCount: 1,
      skippedReturned: 0,
      setAsideCount: 0,
      setAside: [],
      ...ofJob,
    },
  ])
  await write(database, 'ids', [
    {
      jobKey: '17',
      numbers: Float64Array.of(118),
      strings: new Map(),
      unsafe: new Set(),
    },
  ])
  await write(database, 'cards', [{ jobKey: '17', page: 0, cards: [card] }])
  await write(database, 'texts', [{ jobKey: '17', page: 0, texts: ['Text'] }])
  await write(database, 'settings', [{ name: 'theme', value: 'dark' }])
  database.close()
}

it('finds everything that a desk of the first schema stored, and treats it like its own', async () => {
  const indexedDB = new IDBFactory()
  await libraryOfTheFirstSchema(indexedDB)
  const library = await openLibrary({ name, now: () => 10, indexedDB })
  expect(library.kept).toBe('on-device')
  expect(await library.jobs()).toMatchObject([{ key: '17', articleCount: 1 }])
  expect((await library.article('17', 118))?.text).toBe('Text')
  expect(await library.setting('theme')).toBe('dark')

  await library.annotate([{ ids: [118], set: { decision: 'keep' } }], { kind: 'keep' })
  const { ids, facets } = await library.view({ decisions: ['keep'] })
  expect([...ids.numbers]).toEqual([118])
  expect(facets.decisions.keep).toBe(1)
  // Findings in texts did not exist then, and are added in the background.
  await expect.poll(async () => (await library.entries([118]))[0]?.quality).toContain('short')
  const parts = await library.backupParts()
  expect(parts).toContain('job 17')
  library.close()
})

it('has read all texts in each of two tabs that find a library of the first schema', async () => {
  const indexedDB = new IDBFactory()
  await libraryOfTheFirstSchema(indexedDB)
  const open = () => openLibrary({ name, now: () => 10, indexedDB })
  const tabs = [await open(), await open()]
  await Promise.all(tabs.map((tab) => tab.view({})))
  for (const tab of tabs) await expect.poll(async () => (await tab.view({})).indexing).toBeUndefined()
  for (const tab of tabs) tab.close()
})

it('still skips what came in a job that an earlier desk removed without asking', async () => {
  const indexedDB = new IDBFactory()
  await libraryOfTheFirstSchema(indexedDB, { removedAt: 5 })
  const library = await openLibrary({ name, now: () => 10, indexedDB })
  await library.purgeRemoved(10)
  expect(unpackIds((await library.skipIds({ everything: true })).ids)).toEqual([118])
  library.close()
})

it('finds everything that a desk of the second schema stored', async () => {
  const indexedDB = new IDBFactory()
  await restoreDump(indexedDB, `article-desk ${name}`, secondSchema)
  const library = await openLibrary({ name, now: () => 10, indexedDB })
  expect(library.kept).toBe('on-device')

  const jobs = await library.jobs()
  expect(jobs.map(({ jobId, phase, articleCount }) => [jobId, phase, articleCount])).toEqual([
    [undefined, 'unconfirmed', 0],
    [18, 'ready', 120],
    [17, 'ready', 2],
  ])
  expect(unpackIds((await library.request('17'))!.idsToSkip)).toEqual([9, 'x'])
  expect((await library.job('17'))?.skipScope).toEqual({ everything: true })
  expect((await library.job('18'))?.chain).toBe('17')
  expect(await library.cards('18', 1)).toHaveLength(20)
  expect((await library.article('18', 319))?.text).toBe('Recipe 119 of sourdough')
  expect((await library.versions(1)).map(({ text }) => text.endsWith('A second time.'))).toEqual([
    true,
    false,
  ])

  const { ids } = await library.view({ decisions: ['keep'] })
  expect([ids.numbers[0], ids.strings.get(1)]).toEqual([1, 'a-1'])
  expect((await library.view({ noted: true })).ids.numbers).toEqual(Float64Array.of(200))
  // Findings in texts are known once their analyses have been read.
  await expect.poll(async () => [...(await library.view({ versioned: true })).ids.numbers]).toEqual([1])
  const [list] = await library.lists()
  expect(unpackIds(await library.listIds(list!.id))).toEqual([700, 'y'])
  expect(unpackIds(await library.listIds('imported'))).toEqual([4, 5])
  expect(await library.named('preset')).toMatchObject([{ name: 'Weekly', value: { keywords: ['solar'] } }])
  expect(await library.setting('theme')).toBe('dark')

  expect(await library.undo()).toMatchObject({ kind: 'remove-job' })
  expect(await library.job('19')).not.toHaveProperty('removedAt', expect.anything())
  expect((await library.steps()).map(({ kind }) => kind)).toEqual(['skip', 'save-list', 'note', 'keep'])
  library.close()
})

it('labels and rejects what a desk of the third schema stored, and undoes both', async () => {
  const indexedDB = new IDBFactory()
  await restoreDump(indexedDB, `article-desk ${name}`, thirdSchema)
  const library = await openLibrary({ name, now: () => 900, indexedDB })
  expect(library.kept).toBe('on-device')
  const before = [
    [1, { decision: 'keep', decidedAt: 100, note: 'For Monday' }],
    [2, { decision: 'reject', decidedAt: 100 }],
  ]
  expect(await library.annotations([1, 2])).toEqual(before)
  expect((await library.article('17', 3))?.text).toBe('Text of solar 3')
  expect(await library.named('preset')).toMatchObject([{ name: 'Weekly' }])
  await library.annotate([{ ids: [1, 2], set: { addLabels: ['Energy'] } }], { kind: 'label', name: 'Energy' })
  await library.annotate([{ ids: [2], set: { reason: 'Too old' } }], { kind: 'reject', name: 'Too old' })
  expect(await library.annotations([2])).toEqual([
    [2, { decision: 'reject', decidedAt: 100, reason: 'Too old', labels: ['Energy'] }],
  ])
  expect(await library.undo()).toMatchObject({ name: 'Too old' })
  expect(await library.undo()).toMatchObject({ kind: 'label', count: 2 })
  expect(await library.annotations([1, 2])).toEqual(before)
  library.close()
})

it('has an object store for every table, and for nothing else', async () => {
  const indexedDB = new IDBFactory()
  const library = await openLibrary({ name, now: () => 10, indexedDB })
  library.close()
  const database = await openRawDatabase(indexedDB, `article-desk ${name}`, databaseVersion, {})
  expect([...database.objectStoreNames].sort()).toEqual([...tableNames].sort())
  database.close()
})

/** Older desks stored all ids of a list with each step. */
const idsOfFirst = (count: number) => ({
  numbers: Float64Array.from({ length: count }, (_, id) => id),
  strings: [],
})

it('undoes changes to lists by an older desk, and stores only the changed ids with its own steps', async () => {
  const indexedDB = new IDBFactory()
  const library = await openLibrary({ name, now: () => 900, indexedDB })
  const { id } = await library.saveList({ name: 'Sun', ids: idsOfFirst(2) })
  await library.changeLedger({ list: 'imported', add: idsOfFirst(2_001) })
  library.close()
  const database = await openRawDatabase(indexedDB, `article-desk ${name}`, databaseVersion, {})
  const list = { id, name: 'Solar', count: 3, createdAt: 100, updatedAt: 100 }
  await write(database, 'steps', [
    { key: '000000000001', before: { lists: [{ id, was: { list, ids: idsOfFirst(3) } }] } },
    { key: '000000000002', before: { lists: [{ id: 'imported', was: { ids: idsOfFirst(2_000) } }] } },
    { key: '000000000003', before: { lists: [{ id: 'released', was: null }] } },
    { key: '000000000004', before: { lists: [{ id, was: { list } }] } },
  ])
  const steps = ['save-list', 'skip', 'skip', 'save-list'].map((kind, at) => ({
    kind,
    seq: at + 1,
    at: 900,
    count: 1,
  }))
  await write(database, 'settings', [{ name: 'undo-log', value: { nextSeq: 5, steps } }])
  database.close()

  const next = await openLibrary({ name, now: () => 900, indexedDB })
  await next.changeLedger({ list: 'released', add: idsOfFirst(5) })
  await next.changeLedger({ list: 'imported', remove: idsOfFirst(2) })
  const raw = await openRawDatabase(indexedDB, `article-desk ${name}`, databaseVersion, {})
  const own = (await readAll(raw, 'steps')).slice(4) as StoredStep[]
  raw.close()
  expect(own.map(({ before }) => before.lists?.map((list) => list.removed?.numbers.length))).toEqual([
    [0],
    [2],
  ])
  expect(own.map(({ before }) => before.lists?.map((list) => list.was?.ids))).toEqual([
    [undefined],
    [undefined],
  ])

  const counts = () =>
    Promise.all([id, 'imported', 'released'].map(async (at) => countIds(await next.listIds(at))))
  for (const expected of [
    [2, 2_001, 5],
    [2, 2_001, 0],
    [2, 2_001, 0],
    [2, 2_001, 0],
    [2, 2_000, 0],
    [3, 2_000, 0],
  ]) {
    await next.undo()
    expect(await counts()).toEqual(expected)
  }
  expect(await next.lists()).toEqual([list])
  next.close()
})

it('undoes decisions of an older desk, unless a backup has brought later ones since', async () => {
  const indexedDB = new IDBFactory()
  const library = await openLibrary({ name, now: () => 100, indexedDB })
  await library.annotate([{ ids: [1, 2], set: { decision: 'reject' } }], { kind: 'reject' })
  library.close()
  const database = await openRawDatabase(indexedDB, `article-desk ${name}`, databaseVersion, {})
  const ofStep = { decision: null, decidedAt: null }
  const marks = [1, 2].map((id) => [id, ofStep])
  await write(database, 'steps', [{ key: '000000000001', before: { marks } }])
  database.close()

  const next = await openLibrary({ name, now: () => 100, indexedDB })
  await next.restorePart([{ kind: 'mark', value: [2, { decision: 'keep', decidedAt: 150 }] }])
  await next.undo()
  expect(await next.annotations([1, 2])).toEqual([
    [1, undefined],
    [2, { decision: 'keep', decidedAt: 150 }],
  ])
  next.close()
})

it('cannot be opened by a desk without labels, which would drop them', async () => {
  const indexedDB = new IDBFactory()
  const library = await openLibrary({ name, now: () => 10, indexedDB })
  library.close()
  await expect(openRawDatabase(indexedDB, `article-desk ${name}`, 30, {})).rejects.toMatchObject({
    name: 'VersionError',
  })
})
