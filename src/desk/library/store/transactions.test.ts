import { IDBFactory } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { openLibrary } from '../open-library.ts'
import { openDeviceStore } from './device-store.ts'

const name = 'editor@example.org https://service.example'

it('a long transaction on the analyses delays no decision', async () => {
  const indexedDB = new IDBFactory()
  const library = await openLibrary({ name, now: () => 10, indexedDB })
  const other = await openDeviceStore({ databaseName: `article-desk ${name}`, indexedDB })
  const over = new AbortController()
  const analysing = other.transaction('readwrite', ['analyses'], async ({ analyses }) => {
    // A transaction stays open as long as it has pending requests.
    while (!over.signal.aborted) await analyses.get('17', 0)
  })

  await library.annotate([{ ids: [7], set: { decision: 'keep' } }], { kind: 'keep' })
  expect(await library.annotations([7])).toEqual([[7, { decision: 'keep', decidedAt: 10 }]])
  expect(await library.undo()).toMatchObject({ kind: 'keep' })

  over.abort()
  await analysing
  other.close()
  library.close()
})

it('runs one transaction at a time in WebKit, even after one fails', async () => {
  const indexedDB = new IDBFactory()
  const store = await openDeviceStore({ databaseName: 'article-desk', indexedDB, isSerial: true })
  const steps: string[] = []
  const reading = store.transaction('readonly', ['settings'], async ({ settings }) => {
    steps.push('begins to read')
    await settings.get('')
    steps.push('has read')
    throw new Error('unreadable')
  })
  const writing = store.transaction('readwrite', ['analyses'], async ({ analyses }) => {
    steps.push('begins to write')
    await analyses.get('17', 0)
  })
  await expect(reading).rejects.toThrow('unreadable')
  await writing
  expect(steps).toEqual(['begins to read', 'has read', 'begins to write'])
  store.close()
})
