import { expect, it } from 'vitest'
import { createMemoryLibrary } from '../testing/memory-library.ts'
import { LibraryError } from '../library/library.ts'
import { createStubService, stubArticles } from '../testing/stub-service.ts'
import { testWorkerApi } from '../testing/test-worker-api.ts'

it('says that articles could not be saved, and saves them with the next check', async () => {
  const service = createStubService()
  service.addJob(5, { state: 'success', articles: stubArticles(2) })
  const library = createMemoryLibrary()
  let isFull = true
  const worker = testWorkerApi({
    service,
    library: {
      ...library,
      saveResult: (...given) =>
        isFull ? Promise.reject(new LibraryError('quota')) : library.saveResult(...given),
    },
  })
  await library.openByNumber(5, 0)
  const { record, failure } = await worker.checkJob('5')
  expect(failure?.kind).toBe('storage')
  expect(record).toMatchObject({ phase: 'watched', articleCount: 0, failure: { kind: 'storage' } })
  isFull = false
  expect((await worker.checkJob('5')).record).toMatchObject({ phase: 'ready', articleCount: 2 })
})
