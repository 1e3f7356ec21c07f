import { describe, expect, it } from 'vitest'
import { packIds } from '../../contract/ids.ts'
import { blankRequest } from '../../contract/testing/blank-request.ts'
import { retiredId } from '../library/jobs/service-reset.ts'
import { json, networkError, stubArticles } from '../testing/stub-service.ts'
import { testWorkerApi } from '../testing/test-worker-api.ts'
import type { WorkerApi } from '../worker-protocol/worker-api.ts'

const request = { ...blankRequest, keywords: ['solar'], idsToSkip: packIds([1, 'a']) }

describe('a reset of the service', () => {
  it.each([
    ['a new job', (worker: WorkerApi) => worker.createJob(request)],
    ['a check', (worker: WorkerApi) => worker.checkJob('5')],
  ])('is noticed from the response to %s, before any of it is stored', async (_, ask) => {
    const worker = testWorkerApi({ now: () => 1000 })
    const { service, library } = worker
    service.nameItself('one')
    service.addJob(5, { state: 'success', articles: stubArticles(1) })
    await worker.openJob(5)
    await worker.checkJob('5')
    expect(await library.service()).not.toHaveProperty('resetAt')
    service.nameItself('two')
    service.addJob(5, { state: 'success', articles: [{ id: 1, title: 'Another', text: 'Another text.' }] })
    await ask(worker)
    expect(await library.service()).toEqual({ id: 'two', resetAt: 1000 })
    expect(await library.job('5')).toMatchObject({ isOfEarlierService: true, articleCount: 1 })
    expect((await library.article('5', retiredId(1, 'one')))?.title).toBe('Article 1')
    expect(await library.libraryArticle(1)).toBeUndefined()
  })

  it.each([
    ['a new job', (worker: WorkerApi) => worker.createJob(request, undefined, { everything: true })],
    [
      'a new job that skips a list',
      async (worker: WorkerApi) => {
        const [list] = await worker.library.lists()
        await worker.createJob(request, undefined, { lists: [list!.id] })
      },
    ],
    [
      'a request sent again',
      async (worker: WorkerApi) => {
        const waiting = (await worker.library.jobs()).find(({ phase }) => phase === 'unconfirmed')
        await worker.resend(waiting!.key)
      },
    ],
  ])('keeps earlier ids out of %s, even if the service was asked nothing since', async (_, send) => {
    const worker = testWorkerApi({ now: () => 1000 })
    const { service } = worker
    service.nameItself('one')
    service.addJob(5, { state: 'success', articles: stubArticles(3) })
    await worker.openJob(5)
    await worker.checkJob('5')
    await worker.library.saveList({ name: 'Weekly', ids: packIds([7]) })
    service.failNext(json({ ping: 'pong' }), networkError())
    await worker.createJob(request)
    service.nameItself('two')
    await send(worker)
    expect(service.requests.at(-1)).toMatchObject({ method: 'POST' })
    expect(service.requests.at(-1)?.body).not.toHaveProperty('ids_to_skip')
  })

  it('leaves its earlier jobs alone: their numbers are those of other jobs', async () => {
    const worker = testWorkerApi()
    const { service, library } = worker
    service.addJob(5, { state: 'running' })
    await worker.openJob(5)
    await library.noticeService('one')
    await library.noticeService('two')
    service.addJob(5, { state: 'running', articles: stubArticles(2) })
    expect((await worker.checkJob('5')).record).toMatchObject({
      isOfEarlierService: true,
      phase: 'not-found',
    })
    expect(service.requests).toEqual([])
    expect(await worker.latestResult('5')).toEqual({})
  })

  it.each(['', 'one, two', 'x'.repeat(101)])('is not inferred from the meaningless name %j', async (name) => {
    const worker = testWorkerApi()
    worker.service.nameItself('one')
    worker.service.addJob(5, { state: 'running' })
    await worker.openJob(5)
    await worker.checkJob('5')
    worker.service.nameItself(name)
    await worker.checkJob('5')
    expect(await worker.library.service()).toEqual({ id: 'one' })
  })
})
