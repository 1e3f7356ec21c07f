import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { blankRequest } from '../../contract/testing/blank-request.ts'
import { basicCredentials, type Credentials } from '../api/credentials.ts'
import type { WorkerConnection } from '../worker-protocol/worker-connection.ts'
import { deviceAlone } from '../testing/device-alone.ts'
import { createFakeChannels } from '../testing/fake-channels.ts'
import { createFakeLocks } from '../testing/fake-locks.ts'
import { createStubService, json, type StubService } from '../testing/stub-service.ts'
import { testCredentials } from '../testing/test-worker-api.ts'
import { connectInPlace } from './connect-in-place.ts'

let service: StubService
let openTab: (credentials?: Credentials) => Promise<WorkerConnection & { readonly refusals: () => number }>
let opened: WorkerConnection[]

const keys = ['1', '2', '3', '4', '5']

/** Five jobs are watched, and nobody is signed in yet. */
beforeEach(async () => {
  service = createStubService()
  const indexedDB = new IDBFactory()
  const locks = createFakeLocks()
  const channels = createFakeChannels()
  const openChannel = (name: string) => channels.open(name) as unknown as BroadcastChannel
  opened = []
  openTab = async (credentials) => {
    const { fetch } = service
    const environment = { ...deviceAlone, fetch, indexedDB, now: Date.now, locks, openChannel }
    const open = await connectInPlace({ account: testCredentials, credentials }, environment)
    let refusals = 0
    open.worker.subscribe(({ kind }) => (refusals += kind === 'refused' ? 1 : 0))
    opened.push(open)
    return { ...open, refusals: () => refusals }
  }
  const { worker } = await openTab()
  for (const key of keys) {
    service.addJob(Number(key), { state: 'running' })
    await worker.openJob(Number(key))
  }
})

afterEach(() => {
  for (const open of opened) open.close()
})

const first = () => opened[0] as WorkerConnection

const aWhile = () => new Promise((resolve) => setTimeout(resolve, 50))

/** Waits long enough for any further requests to be sent. */
const refusedAfterAWhile = async () => {
  await aWhile()
  return json({}, 401)
}

const states = async () => (await first().worker.library.jobs()).map(({ state }) => state)
const allRunning = keys.map(() => 'running')

describe('a key that is refused', () => {
  it('is sent once, even if five jobs are due at the same moment, and every tab is told', async () => {
    const tabs = [await openTab(), await openTab()]
    service.failNext(...keys.map(() => refusedAfterAWhile))
    for (const tab of opened) await tab.useCredentials({ ...testCredentials })
    for (const tab of tabs) await expect.poll(tab.refusals).toBe(1)
    await aWhile()
    await Promise.all(keys.map((key) => first().worker.checkJob(key)))
    // The next leader has the same key.
    first().close()
    await aWhile()
    expect(service.requests).toHaveLength(1)
  })

  it('is not sent again by anything, not even a new job, until there is another', async () => {
    service.accounts.set(testCredentials.email, 'another-key')
    await first().useCredentials(testCredentials)
    await expect.poll(() => service.requests).toHaveLength(1)
    await aWhile()
    const outcome = await first().worker.createJob(blankRequest)
    expect(outcome).toMatchObject({ kind: 'refused', failure: { kind: 'unauthorized' } })
    expect(service.requests).toHaveLength(1)
    await first().useCredentials({ ...testCredentials, apiKey: 'another-key' })
    await expect.poll(states).toEqual(allRunning)
    // On a slow machine, a job may already have been checked a second time.
    const [, ...checks] = service.requests
    expect(new Set(checks.slice(0, 5).map(({ path }) => path)).size).toBe(5)
    expect(checks.filter(({ authorization }) => authorization !== checks[0]?.authorization)).toEqual([])
  })

  it('is not sent by a tab opened later, which is told so, nor by a worker that is replaced', async () => {
    service.failNext(json({}, 401))
    await first().useCredentials(testCredentials)
    await expect.poll(() => service.requests).toHaveLength(1)
    const later = await openTab()
    await later.useCredentials(testCredentials)
    await expect.poll(later.refusals).toBe(1)
    const { worker } = await openTab(testCredentials)
    await aWhile()
    expect(await worker.createJob(blankRequest)).toMatchObject({ kind: 'refused' })
    expect(service.requests).toHaveLength(1)
  })

  it('is sent again once the editor has signed in with it again', async () => {
    const tab = await openTab()
    service.failNext(json({}, 401))
    await first().useCredentials(testCredentials)
    await tab.useCredentials(testCredentials)
    await expect.poll(tab.refusals).toBe(1)
    await first().useCredentials({ ...testCredentials })
    await expect.poll(states).toEqual(allRunning)
    expect(tab.refusals()).toBe(1)
  })

  it('leaves the watch to a tab with another key', async () => {
    const tab = await openTab()
    await first().useCredentials(testCredentials)
    const another = { ...testCredentials, apiKey: 'another-key' }
    await tab.useCredentials(another)
    await expect.poll(states).toEqual(allRunning)
    service.accounts.set(another.email, another.apiKey)
    const askedWith = () => service.requests.at(-1)?.authorization
    await expect.poll(askedWith).toBe(`Basic ${basicCredentials(another)}`)
    expect(tab.refusals()).toBe(0)
  })

  it('does not count against a key entered while the response was on its way', async () => {
    let refuse = () => {}
    service.failNext(() => new Promise((resolve) => (refuse = () => resolve(json({}, 401)))))
    const tab = await openTab()
    await first().useCredentials(testCredentials)
    await expect.poll(() => service.requests).toHaveLength(1)
    await first().useCredentials({ ...testCredentials })
    refuse()
    await expect.poll(states).toEqual(allRunning)
    expect(tab.refusals()).toBe(0)
  })

  it('delays no other job for more than two seconds if the service is slow to respond', async () => {
    service.failNext(() => new Promise(() => {}))
    await first().useCredentials(testCredentials)
    await expect.poll(states).toContain('running')
  })
})
