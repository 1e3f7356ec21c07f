import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Credentials } from '../api/credentials.ts'
import { openLibrary } from '../library/open-library.ts'
import { closedAfterTest } from '../testing/each-library.ts'
import { failFrom } from '../testing/failing-storage.ts'
import { createMemoryLibrary } from '../testing/memory-library.ts'
import { createStubService, json, networkError, silence, type StubService } from '../testing/stub-service.ts'
import { testCredentials, testWorkerApi, type TestWorkerApi } from '../testing/test-worker-api.ts'

const minute = 60_000
const hour = 60 * minute
const begun = Date.UTC(2026, 0, 31, 12)

let service: StubService
let worker: TestWorkerApi
let isOnline: boolean

beforeEach(() => {
  vi.useFakeTimers({ now: begun })
  service = createStubService()
  isOnline = true
  worker = testWorkerApi({ service, isOnline: () => isOnline })
})

afterEach(() => {
  worker.watch.stop()
  vi.useRealTimers()
})

/** A job that never ends, of this age: the older it is, the longer the pauses between checks. */
async function running(jobId: number, ageMs = 0): Promise<void> {
  service.addJob(jobId, { state: 'running' })
  await worker.library.openByNumber(jobId, Date.now() - ageMs)
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** The network goes, and is back a second later. */
async function loseNetwork(): Promise<void> {
  isOnline = false
  await pass(1_000)
  isOnline = true
  await pass(1_000)
}

const asked = (jobId?: number) =>
  service.requests.filter(({ path }) => jobId === undefined || path.endsWith(`/${jobId}`)).length

describe('the watch', () => {
  it('checks at once, then as often as the age of the job requires', async () => {
    await running(5)
    worker.watch.start()
    await pass(0)
    expect(asked()).toBe(1)
    await pass(10_000)
    expect(asked()).toBe(11)
    await pass(10 * minute)
    const before = asked()
    await pass(5 * minute)
    expect(asked() - before).toBe(10)
  })

  it('checks a job opened by its number at once', async () => {
    worker.watch.start()
    service.addJob(5, { state: 'running' })
    await worker.openJob(5)
    await pass(0)
    expect(asked()).toBe(1)
  })

  it('starts as soon as the device responds, if the jobs could not be read at first', async () => {
    // Not of the database.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const name = 'watched@example.org https://service.example'
    const indexedDB = new IDBFactory()
    const open = () => closedAfterTest(openLibrary({ name, now: Date.now, indexedDB }))
    service.addJob(5, { state: 'running' })
    await (await open()).openByNumber(5, begun)
    const library = await open()
    worker = testWorkerApi({ service, library })
    failFrom(name, 1, Number.POSITIVE_INFINITY)
    worker.watch.start()
    await expect.poll(() => library.unsaved()).toBeDefined()
    vi.restoreAllMocks()
    await library.lists()
    await expect.poll(() => asked()).toBe(1)
  })

  it('checks other jobs while the service is slow to respond about four new ones', async () => {
    await running(5, hour)
    for (const jobId of [6, 7, 8, 9]) await running(jobId)
    service.failNext(silence, silence, silence, silence)
    worker.watch.start()
    await pass(10_000)
    expect([6, 7, 8, 9].map(asked)).toEqual([1, 1, 1, 1])
    expect(asked(5)).toBe(1)
  })

  it('waits longer for a response after each that did not come in time, up to two minutes', async () => {
    await running(5)
    service.failNext(...[31_000, 61_000, 119_000].map((ms) => () => responseAfter(ms, { state: 'success' })))
    worker.watch.start()
    await pass(31_000)
    expect((await worker.library.job('5'))?.failure?.kind).toBe('timed-out')
    await pass(4 * minute)
    expect((await worker.library.job('5'))?.phase).toBe('ready')
    expect(asked()).toBe(3)
  })

  it('checks other jobs as often as ever while the service does not respond about some', async () => {
    const { fetch } = service
    const hangs = (_: string, { signal }: RequestInit = {}) =>
      new Promise<Response>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')))
      })
    const hanging: StubService = {
      ...service,
      fetch: (input, init) => (/\/1\d$/.test(input) ? hangs : fetch)(input, init),
    }
    worker = testWorkerApi({ service: hanging })
    for (let jobId = 10; jobId < 18; jobId += 1) await running(jobId, hour)
    worker.watch.start()
    await pass(5 * minute)
    await running(5, hour)
    await pass(10 * minute)
    expect(asked(5)).toBeGreaterThanOrEqual(20)
  })

  it('checks each job once after a sleep, without a burst', async () => {
    await running(5, hour)
    await running(6, hour)
    worker.watch.start()
    await pass(0)
    expect(asked()).toBe(2)
    vi.setSystemTime(Date.now() + 8 * hour)
    await pass(1_000)
    expect([asked(5), asked(6)]).toEqual([2, 2])
    await pass(29_000)
    expect(asked()).toBe(4)
    await pass(1_500)
    expect(asked()).toBe(6)
  })

  it.each([
    ['back by an hour', -hour],
    ['forward by an hour', hour],
    ['back by a day', -24 * hour],
  ])('keeps its pace if the clock is set %s, whatever other jobs do', async (_, jumpMs) => {
    await running(5, hour)
    await running(6)
    worker.watch.start()
    await pass(0)
    vi.setSystemTime(Date.now() + jumpMs)
    await pass(31_000)
    expect(asked(5)).toBeGreaterThanOrEqual(2)
    expect(asked(5)).toBeLessThanOrEqual(3)
    await pass(5 * minute)
    expect(asked(5)).toBeLessThanOrEqual(40)
    expect(asked(6)).toBeLessThanOrEqual(5 * 60 + 40)
  })

  it('waits as long as the service requested, across a reload', async () => {
    await running(5)
    service.failNext(json({}, 429, { 'Retry-After': '120' }))
    worker.watch.start()
    await pass(50_000)
    worker.watch.stop()
    worker.watch.start()
    await loseNetwork()
    await pass(67_000)
    expect(asked()).toBe(1)
    await pass(1_500)
    expect(asked()).toBe(2)
  })

  it('checks once as soon as the network is back, not after its back-off', async () => {
    await running(5)
    service.failNext(...Array.from({ length: 8 }, networkError))
    worker.watch.start()
    await pass(2 * minute)
    const failed = asked()
    expect((await worker.library.job('5'))?.failure?.kind).toBe('unreachable')
    await loseNetwork()
    expect(asked()).toBe(failed + 1)
  })

  it('has one request per job in progress, however long the response takes', async () => {
    await running(5)
    service.failNext(silence)
    worker.watch.start()
    await pass(25_000)
    void worker.checkJob('5')
    await pass(0)
    expect(asked()).toBe(1)
  })

  it('aborts the check in progress when the editor stops watching', async () => {
    service.failNext(silence)
    worker.watch.start()
    await running(5)
    await pass(100)
    await running(6)
    await pass(100)
    expect(service.requests[0]?.init.signal?.aborted).toBe(false)
    await worker.library.setPhase('5', 'stopped')
    await pass(100)
    expect(service.requests[0]?.init.signal?.aborted).toBe(true)
    const record = await worker.library.job('5')
    expect([record?.phase, record?.failure]).toEqual(['stopped', undefined])
    await pass(3_000)
    expect((await worker.library.job('6'))?.state).toBe('running')
  })

  it.each([1, 30])('aborts the check in progress when the service is reset, of %d jobs', async (count) => {
    await worker.library.noticeService('before')
    service.failNext(silence)
    worker.watch.start()
    await running(5)
    await pass(100)
    for (let other = 1; other < count; other += 1) await running(5 + other)
    await worker.library.noticeService('after')
    await pass(100)
    expect(service.requests[0]?.init.signal?.aborted).toBe(true)
  })

  it('ends after 24 hours of nothing but failures', async () => {
    await running(5)
    service.failNext(...Array.from({ length: 3_000 }, networkError))
    worker.watch.start()
    await pass(25 * hour)
    expect((await worker.library.job('5'))?.phase).toBe('resting')
    const before = asked()
    await pass(hour)
    expect(asked()).toBe(before)
  })

  it('does not hammer an unreadable library, and asks the service nothing until it can be read', async () => {
    const library = createMemoryLibrary()
    let reads = 0
    worker = testWorkerApi({
      service,
      library: { ...library, job: () => ((reads += 1), Promise.reject(new Error('unreadable'))) },
    })
    await running(5)
    worker.watch.start()
    await pass(30_000)
    expect(asked()).toBe(0)
    expect(reads).toBeLessThanOrEqual(8)
  })

  it('reads nothing from a library that was forgotten', async () => {
    const library = createMemoryLibrary()
    let reads = 0
    worker = testWorkerApi({
      service,
      library: { ...library, job: (key) => ((reads += 1), library.job(key)) },
    })
    await running(5)
    worker.watch.start()
    await pass(0)
    reads = 0
    await library.forget()
    await pass(10_000)
    expect([reads, asked()]).toEqual([0, 1])
  })

  it('checks nothing while nobody is signed in, and at once when somebody is', async () => {
    let credentials: Credentials | undefined
    worker = testWorkerApi({ service, credentials: () => credentials })
    await running(5)
    worker.watch.start()
    await pass(minute)
    expect(asked()).toBe(0)
    credentials = testCredentials
    worker.watch.keyGiven()
    await pass(0)
    expect(asked()).toBe(1)
  })
})

describe('watching hundreds of jobs', () => {
  it('checks a new one before all others, and each of the others in turn', async () => {
    for (let jobId = 1_000; jobId < 1_300; jobId += 1) {
      await running(jobId, hour)
      // Every second one is like a job from a backup that was never checked.
      if (jobId % 2 === 0) continue
      await worker.library.noteCheck(String(jobId), {
        at: begun - 1_000,
        nextCheckAt: begun,
        phaseBefore: 'watched',
        phase: 'watched',
        failureWordCount: 0,
        failedChecks: 0,
      })
    }
    service.failNext(...Array.from({ length: 100 }, () => () => responseAfter(100)))
    worker.watch.start()
    await pass(5_000)
    expect(asked()).toBeLessThan(60)
    const before = service.requests.length
    await running(5)
    await pass(200)
    const next = service.requests.slice(before).map(({ path }) => path)
    expect(next.findIndex((path) => path.endsWith('/5'))).toBeLessThanOrEqual(1)
    await pass(110_000)
    const known = new Set(service.requests.map(({ path }) => path))
    expect(known.size).toBe(301)
  })

  it('checks those of a backup at a steady pace, and the visible one as often as ever', async () => {
    for (let jobId = 1_000; jobId < 1_400; jobId += 1) await running(jobId, hour)
    await running(5, 2 * hour)
    const look = setInterval(() => void worker.latestResult('5'), 5_000)
    void worker.latestResult('5')
    worker.watch.start()
    await pass(45_000)
    expect(asked()).toBeLessThanOrEqual(4 * 45 + 8)
    expect(asked()).toBeGreaterThan(4 * 45 - 8)
    expect(asked(5)).toBe(2)
    await pass(2 * minute)
    clearInterval(look)
    expect(asked(5)).toBe(6)
    expect(new Set(service.requests.map(({ path }) => path)).size).toBe(401)
  })
})

async function responseAfter(ms: number, job?: object): Promise<Response> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  return job ? json({ id: 5, category: '', articles: [], ...job }) : json({}, 503)
}
