import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Credentials } from '../api/credentials.ts'
import type { WatchNews } from '../worker-protocol/worker-api.ts'
import { createMemoryLibrary } from '../testing/memory-library.ts'
import { createFakeChannels } from '../testing/fake-channels.ts'
import { createFakeLocks } from '../testing/fake-locks.ts'
import { createStubService, json, silence, stubArticles, type StubService } from '../testing/stub-service.ts'
import { testCredentials, testWorkerApi, type TestWorkerApi } from '../testing/test-worker-api.ts'

let service: StubService
let openTab: (credentials?: () => Credentials | undefined) => TestWorkerApi & { freeze: () => void }
let tabs: TestWorkerApi[]

beforeEach(() => {
  vi.useFakeTimers()
  service = createStubService()
  const library = createMemoryLibrary()
  const locks = createFakeLocks()
  const channels = createFakeChannels()
  tabs = []
  openTab = (credentials = () => testCredentials) => {
    let isFrozen = false
    const shared = {
      locks,
      openChannel(name: string) {
        const channel = channels.open(name)
        const postMessage = (message: unknown) => isFrozen || channel.postMessage(message)
        return { ...channel, postMessage } as unknown as BroadcastChannel
      },
    }
    const tab = testWorkerApi({ service, library, credentials, shared })
    tab.watch.start()
    tabs.push(tab)
    return { ...tab, freeze: () => (isFrozen = true) }
  }
})

afterEach(() => {
  for (const tab of tabs) tab.watch.stop()
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const asked = () => service.requests.length

const running = { state: 'running', articles: stubArticles(3) }

async function watchedJob(): Promise<void> {
  service.addJob(5, running)
  await tabs[0]?.library.openByNumber(5, Date.now())
}

/** Closes the leader. @returns how often other tabs ask the service until the next check is due */
async function checksWithout(leader: TestWorkerApi): Promise<number> {
  leader.watch.stop()
  const before = asked()
  await pass(1_100)
  return asked() - before
}

function heardBy(tab: TestWorkerApi): WatchNews[] {
  const news: WatchNews[] = []
  tab.subscribe((told) => news.push(told))
  return news
}

describe('the tabs of an account', () => {
  it('check together as often as one, and all are told the partial result', async () => {
    const [first, second] = [openTab(), openTab()]
    const heard = [heardBy(first), heardBy(second)]
    await watchedJob()
    await pass(0)
    expect(asked()).toBe(1)
    for (const news of heard)
      expect(news).toMatchObject([{ kind: 'result', key: '5', result: { partial: { receivedCount: 3 } } }])
    expect((await second.latestResult('5')).partial?.cards).toHaveLength(3)
    await pass(10_000)
    expect(asked()).toBe(11)
    const third = openTab()
    await pass(0)
    expect((await third.latestResult('5')).partial?.cards).toHaveLength(3)
  })

  it('are told that a partial result is obsolete once the articles are in the library', async () => {
    openTab()
    const second = openTab()
    service.addJob(5, running, { state: 'success', articles: stubArticles(3) })
    await second.openJob(5)
    await pass(2_000)
    expect((await second.library.job('5'))?.phase).toBe('ready')
    expect(await second.latestResult('5')).toEqual({ isSaved: true })
  })

  it('continue at once when the leader is closed', async () => {
    const first = openTab()
    openTab()
    await watchedJob()
    await pass(3_000)
    expect(await checksWithout(first)).toBe(1)
  })

  it('continue within 5 s when the leader is frozen, which then asks no more', async () => {
    const first = openTab()
    const second = openTab()
    await watchedJob()
    await pass(3_000)
    service.failNext(silence)
    await pass(1_000)
    first.freeze()
    const hung = service.requests.at(-1)
    const before = asked()
    await pass(5_000)
    expect(asked()).toBeGreaterThan(before)
    expect(hung?.init.signal?.aborted).toBe(true)
    expect((await second.latestResult('5')).partial?.receivedCount).toBe(3)
    const since = asked()
    await pass(10_000)
    expect(asked() - since).toBeLessThanOrEqual(11)
  })

  it('leave "Check now" to the leader, which joins the check in progress', async () => {
    const first = openTab()
    const second = openTab()
    await watchedJob()
    await pass(100)
    let respond = () => {}
    service.failNext(
      () => new Promise((resolve) => (respond = () => resolve(json({ id: 5, state: 'late' })))),
    )
    const outcomes = [second.checkJob('5'), first.checkJob('5'), second.checkJob('5')]
    await pass(100)
    expect(asked()).toBe(2)
    respond()
    await pass(0)
    for (const outcome of outcomes) expect((await outcome).record.state).toBe('late')
  })

  it('carry out "Check now" even if the leader is gone', async () => {
    const first = openTab()
    const second = openTab()
    service.addJob(5, running)
    await second.library.openByNumber(5, Date.now())
    await second.library.setPhase('5', 'stopped')
    await pass(100)
    first.freeze()
    const before = asked()
    const outcome = second.checkJob('5')
    await pass(5_000)
    expect((await outcome).record.state).toBe('running')
    expect(asked()).toBeLessThanOrEqual(before + 2)
  })

  it('are led by one that is signed in, whichever was opened first', async () => {
    let key: Credentials | undefined
    openTab(() => undefined)
    const second = openTab(() => key)
    await watchedJob()
    await pass(10_000)
    expect(asked()).toBe(0)
    key = testCredentials
    second.watch.keyGiven()
    await pass(0)
    expect(asked()).toBe(1)
  })

  it('are not led by those that wait for a key when one that has it is left', async () => {
    const first = openTab()
    openTab(() => undefined)
    openTab(() => undefined)
    openTab()
    await watchedJob()
    await pass(3_000)
    expect(await checksWithout(first)).toBe(1)
  })
})

describe('a leader that was frozen', () => {
  it('requests its lock again before it asks the service anything', async () => {
    const first = openTab()
    await watchedJob()
    await pass(2_000)
    const before = asked()
    const clockBefore = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => clockBefore() + 60_000)
    const outcome = first.checkJob('5')
    await pass(0)
    expect(asked()).toBe(before)
    await pass(2_000)
    expect((await outcome).record.state).toBe('running')
    clock.mockRestore()
  })
})
