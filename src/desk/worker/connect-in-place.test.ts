import { IDBFactory } from 'fake-indexeddb'
import { gunzipSync } from 'fflate'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { blankRequest } from '../../contract/testing/blank-request.ts'
import { packIds, unpackIds } from '../../contract/ids.ts'
import { openRawDatabase } from '../library/store/testing/raw-database.ts'
import { createFakeChannels } from '../testing/fake-channels.ts'
import { createFakeLocks } from '../testing/fake-locks.ts'
import { createMemoryLibrary } from '../testing/memory-library.ts'
import { deviceAlone } from '../testing/device-alone.ts'
import { createStubService, json, networkError, stubArticles } from '../testing/stub-service.ts'
import { testCredentials, testWorkerApi } from '../testing/test-worker-api.ts'
import type { WorkerApi, PartialResult } from '../worker-protocol/worker-api.ts'
import { connectInPlace } from './connect-in-place.ts'

const request = { ...blankRequest, keywords: ['solar'], idsToSkip: packIds([1, 'a']) }

it('opens a library without writing, since the first screen would wait for that', async () => {
  const service = createStubService()
  const environment = { ...deviceAlone, fetch: service.fetch, indexedDB: new IDBFactory() }
  const open = () => connectInPlace({ account: testCredentials }, environment)
  const first = await open()
  service.addJob(5, { state: 'success', articles: stubArticles(3) })
  await first.worker.openJob(5)
  first.close()
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction')
  onTestFinished(() => begin.mockRestore())
  const again = await open()
  expect(await again.worker.library.jobs()).toHaveLength(1)
  await expect.poll(() => begin.mock.calls.length).toBeGreaterThan(3)
  expect(begin.mock.calls.filter(([, mode]) => mode !== 'readonly')).toEqual([])
  again.close()
})

it('lets the tab of a newer desk watch the jobs, since only that can save their results', async () => {
  const service = createStubService()
  const indexedDB = new IDBFactory()
  const channels = createFakeChannels()
  const shared = {
    locks: createFakeLocks(),
    openChannel: (name: string) => channels.open(name) as unknown as BroadcastChannel,
  }
  const environment = { ...deviceAlone, ...shared, fetch: service.fetch, indexedDB }
  const older = await connectInPlace({ account: testCredentials, credentials: testCredentials }, environment)
  const newer = testWorkerApi({ service, shared })
  newer.watch.start()
  onTestFinished(() => {
    older.close()
    newer.watch.stop()
  })
  service.addJob(5, { state: 'running' })
  for (const { worker } of [older, { worker: newer }]) await worker.openJob(5)
  await expect.poll(() => older.worker.library.job('5')).toMatchObject({ state: 'running' })

  const upgraded = await openRawDatabase(indexedDB, `article-desk ${older.worker.library.name}`, 990, {})
  service.addJob(5, { state: 'success', articles: stubArticles(3) })
  await expect.poll(async () => (await newer.library.job('5'))?.phase).toBe('ready')
  await expect(older.worker.checkJob('5')).rejects.toMatchObject({ reason: 'newer-schema' })
  upgraded.close()
})

describe('sending a request', () => {
  it('sends exactly what was requested, once, and watches the job', async () => {
    const worker = testWorkerApi({ now: () => 1000 })
    const outcome = await worker.createJob(request)
    expect(outcome).toMatchObject({ kind: 'accepted', key: '17', record: { jobId: 17 } })
    expect(worker.service.requests.map(({ method, body }) => [method, body])).toEqual([
      ['POST', { keywords: ['solar'], remove_signature: false, ids_to_skip: [1, 'a'] }],
    ])
    const record = await worker.library.job('17')
    expect(record).toMatchObject({ jobId: 17, phase: 'watched', startedAt: 1000, request: { skipCount: 2 } })
    expect(await worker.library.jobs()).toHaveLength(1)
  })

  it('gathers the ids to skip in the worker, as they are when it is sent', async () => {
    const worker = testWorkerApi()
    worker.service.addJob(5, { state: 'success', articles: stubArticles(3) })
    await worker.library.openByNumber(5, 0)
    const list = await worker.library.saveList({ name: 'Solar', ids: packIds([7]) })
    const skips = { everything: true, lists: [list.id], pasted: [packIds([8, 2])] }
    expect(await worker.countSkips(skips)).toMatchObject({ count: 3 })
    await worker.checkJob('5')
    await worker.createJob(request, undefined, skips)
    const sent = worker.service.requests.at(-1)?.body as { ids_to_skip: (number | string)[] }
    expect(new Set(sent.ids_to_skip)).toEqual(new Set([1, 2, 3, 7, 8, 'a']))
    const skipScope = { everything: true, lists: [list.id] }
    expect((await worker.library.job('17'))?.skipScope).toEqual(skipScope)
    const elsewhere = testWorkerApi()
    await elsewhere.restoreBackup(await worker.makeBackup())
    expect((await elsewhere.library.job('17'))?.skipScope).toEqual(skipScope)
  })

  it('stores the request in the library before sending it', async () => {
    const worker = testWorkerApi()
    let seen: unknown
    worker.service.failNext(async () => {
      seen = (await worker.library.jobs()).map(({ phase }) => phase)
      return json({ id: 3 }, 201)
    })
    await worker.createJob(request)
    expect(seen).toEqual(['sending'])
  })

  it.each([
    400, 401, 402, 403, 404, 405, 407, 409, 410, 411, 412, 413, 414, 415, 417, 421, 422, 426, 428, 429, 431,
    451,
  ])('keeps nothing of a request rejected with %i', async (status) => {
    const worker = testWorkerApi()
    worker.service.failNext(json({ detail: 'No.' }, status))
    const outcome = await worker.createJob(request)
    expect(outcome).toMatchObject({ kind: 'refused', failure: { status, detail: 'No.' } })
    expect(await worker.library.jobs()).toEqual([])
  })

  it.each<[string, Response | Error]>([
    ['no response', networkError()],
    ['500', json({}, 500)],
    ['503', json({}, 503)],
    ['408, which may be a proxy that lost patience', json({ detail: 'Took too long.' }, 408)],
    ['424', json({}, 424)],
    ['425', json({}, 425)],
    ['a number nobody has defined', json({}, 499)],
    ['a response that is not JSON', new Response('<html>Welcome</html>')],
    ['a response without an id', json({ ok: true })],
    ['a redirect', new Response(null, { status: 303, headers: { Location: 'https://other.example' } })],
  ])('keeps a request unconfirmed on %s, and never repeats it on its own', async (_name, fault) => {
    const worker = testWorkerApi()
    worker.service.failNext(fault)
    const outcome = await worker.createJob(request)
    expect(outcome.kind).toBe('unconfirmed')
    const [record] = await worker.library.jobs()
    expect(record?.phase).toBe('unconfirmed')
    const kept = await worker.library.request(record?.key ?? '')
    expect(kept && unpackIds(kept.idsToSkip)).toEqual([1, 'a'])
    expect(worker.service.requests).toHaveLength(1)
  })

  it('sends an unconfirmed request again only when told to', async () => {
    const worker = testWorkerApi()
    worker.service.failNext(networkError())
    const first = await worker.createJob(request)
    const key = first.kind === 'unconfirmed' ? first.key : ''
    expect(await worker.resend(key)).toMatchObject({ kind: 'accepted', key: '17' })
    expect((await worker.library.jobs()).map((job) => job.key)).toEqual(['17'])
    expect(worker.service.requests[1]?.body).toEqual(worker.service.requests[0]?.body)
  })

  it('makes one job of a request that a backup restores, if the service names the same job again', async () => {
    let now = 1_000
    const sender = testWorkerApi({ now: () => (now += 10) })
    sender.service.nameItself('one')
    await sender.createJob({ ...blankRequest, keywords: ['wind'] })
    sender.service.failNext(networkError(), networkError())
    const first = await sender.createJob({ ...blankRequest, keywords: ['solar'] })
    const key = first.kind === 'unconfirmed' ? first.key : ''
    await sender.resend(key)
    const backup = await sender.makeBackup()
    expect(await sender.resend(key)).toMatchObject({ kind: 'accepted', key: '18' })

    // The library of an older desk, which did not store under which key a job was sent.
    const later = new Uint8Array(await (await sender.makeBackup()).arrayBuffer())
    const ofOlderDesk = new TextDecoder().decode(gunzipSync(later)).replaceAll(/,"sentKey":"[^"]*"/g, '')
    const worker = testWorkerApi({ now: () => (now += 10) })
    await worker.restoreBackup(new Blob([ofOlderDesk]))
    await worker.restoreBackup(backup)
    expect(await worker.library.job(key)).toMatchObject({ phase: 'unconfirmed' })
    worker.service.failNext(json({ id: 18 }, 201, { 'Service-Id': 'one' }))
    expect(await worker.resend(key)).toMatchObject({ kind: 'accepted', key: '18' })
    const jobs = await worker.library.jobs()
    expect(jobs.map((job) => [job.key, job.phase, job.isOfEarlierService])).toEqual([
      ['18', 'watched', undefined],
      ['17', 'watched', undefined],
    ])
  })

  it('sends the request once for three clicks and two tabs', async () => {
    const service = createStubService()
    const library = createMemoryLibrary()
    const tabs = [testWorkerApi({ service, library }), testWorkerApi({ service, library })]
    service.failNext(networkError())
    const first = await tabs[0]?.createJob(request)
    const key = first?.kind === 'unconfirmed' ? first.key : ''
    const outcomes = await Promise.all([...tabs, ...tabs, ...tabs].map((tab) => tab.resend(key)))
    expect(outcomes.map(({ kind }) => kind).filter((kind) => kind === 'accepted')).toHaveLength(1)
    expect(service.requests).toHaveLength(2)
    expect((await library.jobs()).map((job) => job.key)).toEqual(['17'])
  })

  it('keeps an unconfirmed request that is rejected when it is sent again', async () => {
    const worker = testWorkerApi()
    worker.service.failNext(networkError(), json({ detail: 'Too many.' }, 429))
    const first = await worker.createJob(request)
    const key = first.kind === 'unconfirmed' ? first.key : ''
    expect(await worker.resend(key)).toMatchObject({ kind: 'unconfirmed', failure: { status: 429 } })
    expect((await worker.library.job(key))?.phase).toBe('unconfirmed')
  })

  it('treats a request as unconfirmed if its tab died long ago', async () => {
    let now = 0
    const worker = testWorkerApi({ now: () => now })
    const { key } = await worker.library.addSending(request, { at: 0 })
    await worker.recover()
    expect((await worker.library.job(key))?.phase).toBe('sending')
    now = 6 * 60_000
    await worker.recover()
    expect((await worker.library.job(key))?.phase).toBe('unconfirmed')
  })

  it.each([0, 3_600_000])(
    'treats a request as unconfirmed on a page that stays open, sent with a clock %i ms ahead',
    async (aheadMs) => {
      vi.useFakeTimers()
      onTestFinished(() => void vi.useRealTimers())
      const worker = testWorkerApi()
      const { key } = await worker.library.addSending(request, { at: Date.now() + aheadMs })
      await worker.recover()
      await vi.advanceTimersByTimeAsync(6 * 60_000)
      expect((await worker.library.job(key))?.phase).toBe('unconfirmed')
    },
  )
})

describe('checking a job', () => {
  it('has the articles in the library when it reports the job ready', async () => {
    const worker = testWorkerApi({ now: () => 5000 })
    worker.service.nextJobStates({ state: 'running' }, { state: 'success', articles: stubArticles(3) })
    await worker.createJob(request)
    const running = await worker.checkJob('17')
    expect(running.record).toMatchObject({ phase: 'watched', state: 'running', nextCheckAt: 6000 })
    const { record } = await worker.checkJob('17')
    expect(record).toMatchObject({ phase: 'ready', articleCount: 3, newCount: 3, skippedReturned: 1 })
    expect((await worker.library.cards('17', 0)).map((card) => [card.id, card.hitCount])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ])
  })

  it('reports the partial result of an unfinished job', async () => {
    const worker = testWorkerApi()
    worker.service.addJob(5, { state: 'running', articles: stubArticles(2) })
    await worker.library.openByNumber(5, 0)
    const partials = partialsOf(worker)
    const { record } = await worker.checkJob('5')
    expect(partials).toMatchObject([{ receivedCount: 2, cards: [{ id: 1 }, { id: 2 }] }])
    expect(record.articleCount).toBe(0)
  })

  it('keeps one short line of a state that is a whole message', async () => {
    const worker = testWorkerApi()
    const state = `waiting\n\u202Efor${' a source'.repeat(100)}`
    worker.service.addJob(5, { state })
    await worker.library.openByNumber(5, 0)
    const { record } = await worker.checkJob('5')
    expect(record.state).toMatch(/^waiting for a source.{179}…$/)
  })

  it('delivers the first cards before the response is complete', async () => {
    const worker = testWorkerApi()
    const text = JSON.stringify({ id: 5, state: 'success', articles: stubArticles(500) })
    worker.service.failNext(new Response(slowly(text, 4000)))
    await worker.library.openByNumber(5, 0)
    const partials = partialsOf(worker)
    await worker.checkJob('5')
    expect(partials[0]?.receivedCount).toBeLessThan(100)
    expect(partials[0]?.cards.length).toBeGreaterThanOrEqual(20)
    expect(partials.at(-1)).toBeUndefined()
  })

  it('takes back no cards while the articles come again, as after a response that was cut off', async () => {
    const worker = testWorkerApi()
    worker.service.addJob(5, { state: 'running', articles: stubArticles(100) })
    await worker.library.openByNumber(5, 0)
    await worker.checkJob('5')
    const text = JSON.stringify({ id: 5, state: 'running', articles: stubArticles(500) })
    worker.service.failNext(new Response(slowly(text, 4000)))
    const partials = partialsOf(worker)
    await worker.checkJob('5')
    expect(partials.at(-1)?.receivedCount).toBe(500)
    expect(Math.min(...partials.map((partial) => partial?.receivedCount ?? 0))).toBeGreaterThanOrEqual(100)
  })

  it('leaves the job unchanged on 401, and resumes it afterwards', async () => {
    const service = createStubService()
    const worker = testWorkerApi({ service })
    service.addJob(5, { state: 'running' })
    const before = await worker.library.openByNumber(5, 0)
    service.accounts.set('editor@example.org', 'other')
    expect(await worker.checkJob('5')).toMatchObject({ record: before, failure: { kind: 'unauthorized' } })
    service.accounts.set('editor@example.org', 'key-1')
    expect((await worker.checkJob('5')).record.state).toBe('running')
  })

  it('asks nothing without credentials', async () => {
    const worker = testWorkerApi({ credentials: () => undefined })
    await worker.library.openByNumber(5, 0)
    expect((await worker.checkJob('5')).failure).toEqual({ kind: 'unauthorized' })
    expect(worker.service.requests).toHaveLength(0)
  })

  it('believes a job to have failed only at the third report in a row', async () => {
    const worker = testWorkerApi()
    const states = ['failed', 'running', 'Failed', 'error', 'revoked'].map((state) => ({ state }))
    worker.service.addJob(5, ...states)
    await worker.library.openByNumber(5, Date.now())
    const phases = []
    for (const _ of states) phases.push((await worker.checkJob('5')).record.phase)
    expect(phases).toEqual(['watched', 'watched', 'watched', 'watched', 'failed'])
  })

  it.each<[string, Response | Error, object]>([
    ['404', json({}, 404), { phase: 'not-found', nextCheckAt: undefined }],
    ['403', json({ error: 'no' }, 403), { phase: 'stopped', failure: { kind: 'forbidden', detail: 'no' } }],
    ['500', json({}, 500), { phase: 'watched', failedChecks: 1, nextCheckAt: 1_000 }],
    ['no response', networkError(), { phase: 'watched', failure: { kind: 'unreachable' } }],
    ['Retry-After', json({}, 429, { 'Retry-After': '120' }), { phase: 'watched', nextCheckAt: 120_000 }],
    [
      'HTML',
      new Response('<h1>Hi</h1>'),
      { phase: 'watched', failure: { kind: 'unreadable', detail: 'Hi' } },
    ],
    ['another job', json({ id: 6, state: 'success' }), { phase: 'watched', failure: { kind: 'unreadable' } }],
  ])('notes %s', async (_name, fault, noted) => {
    const worker = testWorkerApi({ now: () => 0 })
    await worker.library.openByNumber(5, 0)
    worker.service.failNext(fault)
    expect((await worker.checkJob('5')).record).toMatchObject(noted)
  })

  it('ends after 24 hours of responses, and starts anew when resumed', async () => {
    let now = 0
    const worker = testWorkerApi({ now: () => now })
    worker.service.addJob(5, { state: 'running' })
    await worker.library.openByNumber(5, 0)
    const watchFor = async (hours: number) => {
      for (let check = 0; check < hours * 120; check += 1) {
        now += 30_000
        await worker.checkJob('5')
      }
      return (await worker.library.job('5'))?.phase
    }
    expect(await watchFor(1)).toBe('watched')
    // The clock is set ahead, or the device sleeps: nothing was watched during that time.
    now += 25 * 3_600_000
    expect(await watchFor(22)).toBe('watched')
    expect(await watchFor(1)).toBe('resting')
    now += 26 * 3_600_000
    await worker.library.setPhase('5', 'watched')
    expect((await worker.checkJob('5')).record).toMatchObject({ phase: 'watched', nextCheckAt: now + 30_000 })
  })

  it('ends after 24 hours of failures, but not after a night in which the device slept', async () => {
    let now = 0
    const worker = testWorkerApi({ now: () => now })
    worker.service.failNext(...Array.from({ length: 1_500 }, networkError))
    await worker.library.openByNumber(5, 0)
    const failFor = async (times: number) => {
      for (let check = 0; check < times; check += 1) {
        now += 60_000
        await worker.checkJob('5')
      }
      return (await worker.library.job('5'))?.phase
    }
    expect(await failFor(30)).toBe('watched')
    now += 30 * 3_600_000
    expect(await failFor(23 * 60)).toBe('watched')
    now += 8 * 3_600_000
    expect(await failFor(40)).toBe('resting')
  })

  it('keeps a finished job ready, whatever a later check returns', async () => {
    const worker = testWorkerApi()
    worker.service.addJob(5, { state: 'success', articles: stubArticles(2) })
    await worker.library.openByNumber(5, 0)
    await worker.checkJob('5')
    worker.service.failNext(json({}, 404))
    expect((await worker.checkJob('5')).record).toMatchObject({ phase: 'ready', articleCount: 2 })
  })
})

/** Filled as they are reported. */
function partialsOf(worker: WorkerApi): readonly (PartialResult | undefined)[] {
  const partials: (PartialResult | undefined)[] = []
  worker.subscribe((news) => news.kind === 'result' && partials.push(news.result.partial))
  return partials
}

function slowly(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes.subarray(at, (at += size)))
      if (at >= bytes.length) controller.close()
    },
  })
}
