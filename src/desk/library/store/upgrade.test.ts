import { Dexie } from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { openLibrary } from '../open-library.ts'

const name = 'editor@example.org https://service.example'

/** As the desk of 0.1.0 wrote it: literally, since that desk is not here any more. */
async function libraryOfTheFirstSchema(indexedDB: IDBFactory): Promise<void> {
  const database = new Dexie(`article-desk ${name}`, { indexedDB })
  database.version(1).stores({
    jobs: 'key',
    requests: 'jobKey',
    ids: 'jobKey',
    cards: '[jobKey+page]',
    texts: '[jobKey+page]',
    settings: 'name',
  })
  await database.open()
  const card = { id: 118, title: 'Sun', excerpt: 'Text', wordCount: 1, hitCount: 0, position: 0 }
  await database.table('jobs').put({
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
  })
  await database.table('ids').put({
    jobKey: '17',
    numbers: Float64Array.of(118),
    strings: new Map(),
    unsafe: new Set(),
  })
  await database.table('cards').put({ jobKey: '17', page: 0, cards: [card] })
  await database.table('texts').put({ jobKey: '17', page: 0, texts: ['Text'] })
  await database.table('settings').put({ name: 'theme', value: 'dark' })
  database.close()
}

it('finds everything a desk of the first schema has kept, and knows it like its own', async () => {
  const indexedDB = new IDBFactory()
  await libraryOfTheFirstSchema(indexedDB)
  const library = await openLibrary({ name, now: () => 10, indexedDB })
  expect(library.kept).toBe('on-device')
  expect(await library.jobs()).toMatchObject([{ key: '17', articleCount: 1 }])
  expect((await library.article('17', 118))?.text).toBe('Text')
  expect(await library.setting('theme')).toBe('dark')

  await library.mark([{ ids: [118], set: { decision: 'keep' } }], { kind: 'keep' })
  const { ids, facets } = await library.view({ decisions: ['keep'] })
  expect([...ids.numbers]).toEqual([118])
  expect(facets.decisions.keep).toBe(1)
  // What it says of texts was not known then, and is found in the background.
  await expect.poll(async () => (await library.entries([118]))[0]?.quality).toContain('short')
  const parts = await library.backupParts()
  expect(parts).toContain('job 17')
  library.close()
})
