import { expect, it } from 'vitest'
import { createChanges } from './changes.ts'
import { createMemoryStore } from './store/memory-store.ts'
import { createStoredLibrary } from './stored-library.ts'

it('a job, list or name with impossible times, restored by an older desk, can still be shown', async () => {
  const store = createMemoryStore()
  const library = createStoredLibrary({ name: 'editor', store, changes: createChanges(), now: () => 10 })
  const job = await library.openByNumber(7, 1)
  const list = await library.saveList({ name: 'Solar' })
  const named = await library.saveNamed({ kind: 'preset', name: 'Weekly', value: 1 })
  await store.transaction('readwrite', ['jobs', 'lists', 'named'], async ({ jobs, lists, named: names }) => {
    await jobs.put({ ...job, startedAt: 1e300, readyAt: -1e300 })
    await lists.put({ ...list, createdAt: 1e300 })
    await names.put({ ...named, updatedAt: -1e300 })
  })
  expect(await library.jobs()).toMatchObject([{ key: '7', startedAt: 0, readyAt: undefined }])
  expect(await library.job('7')).toMatchObject({ startedAt: 0, readyAt: undefined })
  expect(await library.lists()).toMatchObject([{ createdAt: 0 }])
  expect(await library.named('preset')).toMatchObject([{ updatedAt: 0 }])
  library.close()
})
