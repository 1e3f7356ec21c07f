import { describe, expect, it } from 'vitest'
import { countIds, packIds, unpackIds } from '../../contract/ids.ts'
import { blankRequest } from '../../contract/testing/blank-request.ts'
import { stubArticles } from '../testing/stub-service.ts'
import { testWorkerApi } from '../testing/test-worker-api.ts'

const million = packIds(Array.from({ length: 1_000_000 }, (_, id) => id))

describe('a request with a million ids', () => {
  it('gives the page counts and the ids to show, and no others', async () => {
    const worker = testWorkerApi()
    const counted = await worker.countSkips({ pasted: [million, packIds([1, 'a'])] })
    expect(counted).toMatchObject({ count: 1_000_001, parts: [{ kind: 'pasted', count: 1_000_001 }] })
    expect(unpackIds(counted.shown)).toEqual(Array.from({ length: 50 }, (_, id) => id))
  })

  it('is shown with the first of them', async () => {
    const worker = testWorkerApi()
    const { key } = await worker.library.addSending({ ...blankRequest, idsToSkip: million }, { at: 0 })
    const shown = await worker.shownRequest(key)
    expect(shown?.skipCount).toBe(1_000_000)
    expect(countIds(shown?.request.idsToSkip ?? million)).toBe(50)
    expect(await worker.shownRequest('none')).toBeUndefined()
  })

  it('shows text ids after numeric ones', async () => {
    const { shown } = await testWorkerApi().countSkips({ pasted: [packIds(['x', 3])] })
    expect(unpackIds(shown)).toEqual([3, 'x'])
  })
})

describe('the ids that only the request itself named', () => {
  /** Its job 5 has brought the articles 1 and 2. */
  async function workerWithArticles() {
    const worker = testWorkerApi()
    worker.service.addJob(5, { state: 'success', articles: stubArticles(2) })
    await worker.library.openByNumber(5, 0)
    await worker.checkJob('5')
    return worker
  }

  it('are those from no other origin, without ids un-skipped since', async () => {
    const worker = await workerWithArticles()
    const { library } = worker
    const list = await library.saveList({ name: 'Solar', ids: packIds([7]) })
    const idsToSkip = packIds([1, 2, 7, 8, 9])
    const { key } = await library.addSending({ ...blankRequest, idsToSkip }, { at: 0 })
    await library.changeLedger({ list: 'released', add: packIds([9]) })
    expect(unpackIds(await worker.ownSkips(key, [list.id]))).toEqual([8])
    expect(unpackIds(await worker.ownSkips(key, []))).toEqual([7, 8])
  })

  it('are not those of a job that was removed to skip them no longer', async () => {
    const worker = await workerWithArticles()
    const { library } = worker
    const idsToSkip = packIds([...unpackIds((await library.skipIds({ everything: true })).ids), 8])
    const { key } = await library.addSending({ ...blankRequest, idsToSkip }, { at: 0 })
    await library.removeJob('5', 1, 'forget')
    expect(unpackIds(await worker.ownSkips(key, []))).toEqual([8])
  })
})
