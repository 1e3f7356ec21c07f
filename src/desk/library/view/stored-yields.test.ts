import { IDBFactory } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import type { Library } from '../library.ts'
import { openLibrary } from '../open-library.ts'
import { collectJob } from '../testing/collect-job.ts'

const text = Array.from(
  { length: 120 },
  (_, index) => `Sentence ${index} is about flour of sort ${(index * 7919) % 997}.`,
).join(' ')

it('reads what an earlier visit left unread, even if the library is not open on any screen', async () => {
  const indexedDB = new IDBFactory()
  const open = () =>
    openLibrary({ name: 'editor@example.org https://service.example', now: Date.now, indexedDB })
  const first = await open()
  await saveTwins(first)
  // Before the texts were read.
  first.close()
  const library = await open()
  expect((await library.yieldReport('4')).duplicateCount).toBeUndefined()
  await expect.poll(async () => (await library.yieldReport('4')).duplicateCount).toBe(2)
  library.close()
})

it('counts the near-duplicates of a job from before a reset of the service', async () => {
  const library = await openLibrary({ name: 'a https://b', now: Date.now, indexedDB: new IDBFactory() })
  await library.noticeService('one')
  await saveTwins(library)
  await library.noticeService('two')
  await expect.poll(async () => (await library.yieldReport('4')).duplicateCount).toBe(2)
  library.close()
})

async function saveTwins(library: Library): Promise<void> {
  const articles = [1, 2, 3].map((id) => ({ id, title: `Title ${id}`, text: id < 3 ? text : 'Of salt.' }))
  await collectJob(library, 4, articles)
}
