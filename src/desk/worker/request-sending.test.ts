import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { blankRequest } from '../../contract/testing/blank-request.ts'
import { newSentKey } from '../library/jobs/stored-jobs.ts'
import { openLibrary } from '../library/open-library.ts'
import { deviceAlone } from '../testing/device-alone.ts'
import { failFrom } from '../testing/failing-storage.ts'
import { createFakeLocks } from '../testing/fake-locks.ts'
import { createStubService, json } from '../testing/stub-service.ts'
import { testCredentials } from '../testing/test-worker-api.ts'
import { connectInPlace } from './connect-in-place.ts'
import { createSendingLocks } from './request-sending.ts'
import { createGate } from '../../testing/create-gate.ts'

/** Locks whose release the browser never confirms. */
function neverReleased(): LockManager {
  const locks = createFakeLocks()
  const granting = createFakeLocks()
  const request = (name: string, work: LockGrantedCallback<unknown>) =>
    granting.request(name, async (lock) => {
      await work(lock)
      await new Promise(() => {})
    })
  return Object.assign(locks, { request: request as LockManager['request'] })
}

describe('the lock of a request that is being sent', () => {
  it('is held while sending, no longer', async () => {
    const locks = createSendingLocks(createFakeLocks())
    const held = await locks.hold('a', () => locks.isHeld('a'))
    expect(held).toBe(true)
    await expect.poll(() => locks.isHeld('a')).toBe(false)
  })

  it('does not delay the response when released', async () => {
    const locks = createSendingLocks(neverReleased())
    await expect(locks.hold('a', () => Promise.resolve('accepted'))).resolves.toBe('accepted')
    await expect(locks.hold('b', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  })

  it('reports that the browser refuses it', async () => {
    const request = () => Promise.reject(new DOMException('No', 'SecurityError'))
    const locks = createSendingLocks(Object.assign(createFakeLocks(), { request }))
    await expect(locks.hold('a', () => Promise.resolve())).rejects.toThrow('No')
  })
})

it('sends a request where the browser forbids storage, and locks with it', async () => {
  const refuse = () => Promise.reject(new DOMException('No', 'SecurityError'))
  const locks = { request: refuse, query: refuse }
  const environment = { ...deviceAlone, fetch: createStubService().fetch, indexedDB: undefined, locks }
  const open = await connectInPlace({ account: testCredentials, credentials: testCredentials }, environment)
  onTestFinished(() => open.close())
  expect(await open.worker.createJob(blankRequest)).toMatchObject({ kind: 'accepted' })
  expect(await open.worker.restoreBackup(await open.worker.makeBackup())).toMatchObject({ complete: true })
})

it('tells the number of the job even if a newer desk takes the library over while the request is sent', async () => {
  const indexedDB = new IDBFactory()
  const service = createStubService()
  const environment = { ...deviceAlone, fetch: service.fetch, indexedDB }
  const open = await connectInPlace({ account: testCredentials, credentials: testCredentials }, environment)
  onTestFinished(() => open.close())
  service.failNext(async () => {
    const newer = indexedDB.open('article-desk editor@example.org https://service.example', 990)
    await expect.poll(() => newer.readyState).toBe('done')
    return json({ id: 17 }, 201)
  })
  expect(await open.worker.createJob(blankRequest)).toMatchObject({
    kind: 'unsaved',
    failure: { kind: 'storage', detail: expect.stringContaining('job 17') as string },
  })
})

it('recovers a request whose tab has died even if the library could not be read at first', async () => {
  const name = 'editor@example.org https://service.example'
  const indexedDB = new IDBFactory()
  const before = await openLibrary({ name, now: () => 0, indexedDB })
  const { key } = await before.addSending(blankRequest, { at: -3_600_000 })
  before.close()
  // Opening the library reads once; then come the jobs, and again on each new connection.
  failFrom(name, 2, 4)
  onTestFinished(() => void vi.restoreAllMocks())
  const environment = { ...deviceAlone, fetch: createStubService().fetch, indexedDB }
  const open = await connectInPlace({ account: testCredentials }, environment)
  onTestFinished(() => open.close())
  await expect.poll(() => open.worker.library.job(key)).toMatchObject({ phase: 'unconfirmed' })
})

it('learns at once that the tab that was sending a request has died, though this one was open before', async () => {
  const name = 'editor@example.org https://service.example'
  const [indexedDB, locks] = [new IDBFactory(), createFakeLocks()]
  const environment = { ...deviceAlone, fetch: createStubService().fetch, indexedDB, locks }
  const open = await connectInPlace({ account: testCredentials }, environment)
  onTestFinished(() => open.close())
  const other = await openLibrary({ name, now: () => 0, indexedDB })
  onTestFinished(() => other.close())
  const [dies, die] = createGate()
  const key = newSentKey()
  void locks.request(`article-desk/sending/${key}`, () => dies)
  await other.addSending(blankRequest, { key, at: 0 })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await open.worker.library.job(key)).toMatchObject({ phase: 'sending' })
  die()
  await expect.poll(() => open.worker.library.job(key)).toMatchObject({ phase: 'unconfirmed' })
})
