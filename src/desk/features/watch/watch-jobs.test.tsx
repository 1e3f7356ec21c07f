import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryLibrary } from '../../library/memory-library.ts'
import { pass, renderWatch } from '../../testing/render-watch.tsx'
import {
  createStubService,
  json,
  networkError,
  silence,
  type StubService,
} from '../../testing/stub-service.ts'
import { testIntake } from '../../testing/test-intake.ts'

const minute = 60_000
const hour = 60 * minute
const begun = Date.UTC(2026, 0, 31, 12)

let service: StubService
let intake: ReturnType<typeof testIntake>

beforeEach(() => {
  vi.useFakeTimers({ now: begun })
  // One tab, and no other to ask.
  vi.stubGlobal('BroadcastChannel', undefined)
  service = createStubService()
  intake = testIntake({ service })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  setHidden(false)
})

/** A job that goes on for ever, known since a while: the older it is, the longer its checks are apart. */
async function running(jobId: number, ageMs = 0): Promise<void> {
  service.addJob(jobId, { state: 'running' })
  await intake.library.openByNumber(jobId, Date.now() - ageMs)
}

const asked = (jobId?: number) =>
  service.requests.filter(({ path }) => jobId === undefined || path.endsWith(`/${jobId}`)).length

function setHidden(hidden: boolean): void {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
  Object.defineProperty(document, 'visibilityState', {
    value: hidden ? 'hidden' : 'visible',
    configurable: true,
  })
  window.dispatchEvent(new Event('visibilitychange'))
  document.dispatchEvent(new Event('visibilitychange'))
}

/** As a device that wakes up: time has passed, no timer has run, and everything says so at once. */
async function wake(sleptMs: number): Promise<void> {
  vi.setSystemTime(Date.now() + sleptMs)
  setHidden(true)
  setHidden(false)
  window.dispatchEvent(new Event('focus'))
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  await pass(10)
}

describe('the watch', () => {
  it('asks at once, then as often as the age of the job asks for', async () => {
    await running(5)
    renderWatch(intake)
    await pass(0)
    expect(asked()).toBe(1)
    await pass(10_000)
    expect(asked()).toBe(11)
    await pass(10 * minute)
    const before = asked()
    await pass(5 * minute)
    expect(asked() - before).toBe(10)
  })

  it('goes on in a hidden tab, or nobody would be told', async () => {
    await running(5)
    renderWatch(intake)
    await pass(0)
    setHidden(true)
    await pass(3_000)
    expect(asked()).toBe(4)
  })

  it('makes one check of each job after a sleep, and no burst', async () => {
    await running(5, hour)
    await running(6, hour)
    renderWatch(intake)
    await pass(0)
    expect(asked()).toBe(2)
    await wake(8 * hour)
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
  ])('keeps its pace when the clock is set %s, whatever other jobs do meanwhile', async (_, jumpMs) => {
    await running(5, hour)
    await running(6)
    renderWatch(intake)
    await pass(0)
    vi.setSystemTime(Date.now() + jumpMs)
    await pass(31_000)
    expect(asked(5)).toBeGreaterThanOrEqual(2)
    expect(asked(5)).toBeLessThanOrEqual(3)
    await pass(5 * minute)
    expect(asked(5)).toBeLessThanOrEqual(40)
    expect(asked(6)).toBeLessThanOrEqual(5 * 60 + 40)
  })

  it('waits as long as the service asked for, through a reload and a look at the tab', async () => {
    await running(5)
    service.failNext(json({}, 429, { 'Retry-After': '120' }))
    const first = renderWatch(intake)
    await pass(50_000)
    first.unmount()
    renderWatch(intake)
    setHidden(true)
    setHidden(false)
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
    await pass(69_000)
    expect(asked()).toBe(1)
    await pass(1_500)
    expect(asked()).toBe(2)
  })

  it('asks once as soon as the network is back, not when its back-off is over', async () => {
    await running(5)
    service.failNext(...Array.from({ length: 8 }, networkError))
    renderWatch(intake)
    await pass(2 * minute)
    const failed = asked()
    expect((await intake.library.job('5'))?.failure?.kind).toBe('unreachable')
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
    await pass(10)
    expect(asked()).toBe(failed + 1)
  })

  it('has one request under way for a job, however long the answer takes', async () => {
    await running(5)
    service.failNext(silence)
    renderWatch(intake)
    await pass(25_000)
    setHidden(true)
    setHidden(false)
    expect(asked()).toBe(1)
  })

  it('gives up the check that is under way when the editor stops watching', async () => {
    await running(5)
    service.failNext(silence)
    renderWatch(intake)
    await pass(100)
    expect(service.requests[0]?.init.signal?.aborted).toBe(false)
    await intake.library.setPhase('5', 'stopped')
    await pass(100)
    expect(service.requests[0]?.init.signal?.aborted).toBe(true)
    const record = await intake.library.job('5')
    expect([record?.phase, record?.failure]).toEqual(['stopped', undefined])
  })

  it('rests after 24 hours of nothing but failures', async () => {
    await running(5)
    service.failNext(...Array.from({ length: 3_000 }, networkError))
    renderWatch(intake)
    await pass(25 * hour)
    expect((await intake.library.job('5'))?.phase).toBe('resting')
    const before = asked()
    await pass(hour)
    expect(asked()).toBe(before)
  })

  it('does not hammer a library that can’t be read, and asks the service nothing meanwhile', async () => {
    const library = createMemoryLibrary()
    let reads = 0
    intake = testIntake({
      service,
      library: { ...library, job: () => ((reads += 1), Promise.reject(new Error('unreadable'))) },
    })
    await running(5)
    renderWatch(intake)
    await pass(30_000)
    expect(asked()).toBe(0)
    expect(reads).toBeLessThanOrEqual(8)
  })

  it('asks nothing while the editor has to sign in again', async () => {
    await running(5)
    renderWatch(intake, { session: { needsSignIn: true } })
    await pass(minute)
    expect(asked()).toBe(0)
  })
})
