import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { packIds, unpackIds } from '../../contract/ids.ts'
import { blankRequest } from '../../contract/testing/blank-request.ts'
import { deviceAlone } from '../testing/device-alone.ts'
import {
  createStubService,
  networkError,
  silence,
  stubArticles,
  type StubService,
} from '../testing/stub-service.ts'
import { testCredentials } from '../testing/test-worker-api.ts'
import { type ChannelWorker, startChannelWorker } from '../testing/worker-channel.ts'
import type { RpcRequest } from '../worker-protocol/messages.ts'
import type { WorkerConnection } from '../worker-protocol/worker-connection.ts'
import { connectSupervised } from './supervised-worker.ts'

const { apiKey: _, ...account } = testCredentials

let service: StubService
let indexedDB: IDBFactory
let workers: ChannelWorker[]
let nowMs: number
let open: WorkerConnection
let whenStarted: (worker: ChannelWorker) => void

async function start(): Promise<ChannelWorker> {
  const environment = { ...deviceAlone, fetch: service.fetch, indexedDB, now: () => nowMs }
  const worker = await startChannelWorker(environment)
  workers.push(worker)
  whenStarted(worker)
  return worker
}

const crash = () => workers.at(-1)?.crash()

beforeEach(async () => {
  service = createStubService()
  indexedDB = new IDBFactory()
  workers = []
  nowMs = 0
  whenStarted = () => {}
  open = await connectSupervised({
    account,
    credentials: testCredentials,
    start,
    tickMs: 20,
    now: () => nowMs,
  })
})

afterEach(() => {
  open.close()
  for (const worker of workers) worker.terminate()
})

describe('a worker', () => {
  it('prepares the first view once: a worker that replaces it only answers what is asked', async () => {
    open.close()
    const openings: unknown[] = []
    const startWatched = async () => {
      const worker = await start()
      return {
        ...worker,
        postMessage(message: RpcRequest) {
          if (message.name === 'open') openings.push(message.args[2])
          worker.postMessage(message)
        },
      }
    }
    const firstView = { query: 'river' }
    open = await connectSupervised({ account, firstView, start: startWatched, tickMs: 20 })
    crash()
    expect(await open.worker.library.jobs()).toEqual([])
    expect(openings).toEqual([firstView, undefined])
  })

  it('closes what it is still opening when it is told to', async () => {
    let isClosed = false
    const openChannel = () => ({ postMessage() {}, addEventListener() {}, close: () => (isClosed = true) })
    const environment = { ...deviceAlone, fetch: service.fetch, indexedDB, openChannel }
    const worker = await startChannelWorker(environment)
    worker.postMessage({ id: 1, name: 'open', args: [testCredentials] })
    worker.terminate()
    await expect.poll(() => isClosed).toBe(true)
  })

  it('behaves like a connection in place', async () => {
    service.nextJobStates({ state: 'success', articles: stubArticles(30) })
    const { worker } = open
    expect(worker.library).toMatchObject({
      kept: 'on-device',
      name: 'editor@example.org https://service.example',
    })
    const partials: unknown[] = []
    worker.subscribe((news) => news.kind === 'result' && partials.push(news.result.partial?.cards.length))
    await worker.createJob({ ...blankRequest, idsToSkip: packIds([5]) })
    await expect
      .poll(() => worker.library.job('17'))
      .toMatchObject({ phase: 'ready', articleCount: 30, skippedReturned: 1 })
    expect(partials).toEqual([30, undefined])
    expect(await worker.library.cards('17', 0)).toHaveLength(30)
    expect([...(await worker.library.find('17', 'article 7'))]).toEqual([6])
    expect(unpackIds((await worker.library.skipIds({ everything: true })).ids)).toHaveLength(30)
  })

  it('reports progress with a file', async () => {
    await open.worker.openJob(5)
    const done: number[] = []
    await open.worker.makeBackup((count) => done.push(count))
    expect(done.length).toBeGreaterThan(0)
  })

  it('reports changes to the page, except for the page’s own marks', async () => {
    const changed: string[] = []
    const { library } = open.worker
    await open.useCredentials(undefined)
    library.subscribe(({ jobs, annotations }) => changed.push(annotations ? 'annotations' : String(jobs)))
    await library.annotate([{ ids: [1], set: { decision: 'keep' } }], { kind: 'keep' }, 100)
    await open.worker.openJob(5)
    await expect.poll(() => changed).toEqual(['5'])
    await library.undo()
    await expect.poll(() => changed).toEqual(['5', 'annotations'])
  })

  it('has a key only while a session lends it', async () => {
    await open.useCredentials(undefined)
    await open.worker.openJob(5)
    expect((await open.worker.checkJob('5')).failure?.kind).toBe('unauthorized')
    expect(service.requests).toHaveLength(0)
    await open.useCredentials(testCredentials)
    await expect.poll(() => open.worker.library.job('5')).toMatchObject({ phase: 'not-found' })
  })

  it('refuses the key of another account without quoting it', async () => {
    const error: unknown = await open
      .useCredentials({ ...testCredentials, email: 'other@example.org', apiKey: 'secret-key' })
      .catch((error: unknown) => error)
    expect(String(error)).toContain('another account')
    expect(String(error)).not.toContain('secret-key')
  })

  it('passes on failures as data', async () => {
    service.failNext(networkError())
    const outcome = await open.worker.createJob(blankRequest)
    expect(outcome).toMatchObject({ kind: 'unconfirmed', failure: { kind: 'unreachable' } })
  })

  it('replies with an error if a reply can not be cloned', async () => {
    open.close()
    const now = () => (() => 0) as unknown as number
    const startInMemory = () =>
      startChannelWorker({ ...deviceAlone, fetch: service.fetch, indexedDB: undefined, now })
    open = await connectSupervised({ account, start: startInMemory, tickMs: 20 })
    await expect(open.worker.openJob(5)).rejects.toMatchObject({ name: 'DataCloneError' })
  })

  it('says that other tabs keep it from opening the library', async () => {
    open.close()
    const older = indexedDB.open('article-desk other@example.org https://service.example', 1)
    await expect.poll(() => older.readyState).toBe('done')
    const other = { ...account, email: 'other@example.org' }
    // Only then is the older one closed, and this one opens.
    const onBlocked = () => older.result.close()
    open = await connectSupervised({ account: other, onBlocked, start, tickMs: 20 })
    expect(await open.worker.library.jobs()).toEqual([])
  })

  it('passes on errors with their types', async () => {
    await expect(open.worker.restoreBackup(new Blob(['no backup']))).rejects.toMatchObject({
      name: 'UnreadableBackup',
    })
    const newer = indexedDB.open('article-desk editor@example.org https://service.example', 990)
    await expect.poll(() => newer.readyState).toBe('done')
    await expect(open.worker.library.jobs()).rejects.toMatchObject(newerDesk)
  })
})

const newerDesk = { name: 'LibraryError', reason: 'newer-schema' }
const lostCall = { name: 'LibraryError', reason: 'unavailable' }

describe('when a worker dies', () => {
  it('a check in progress is repeated by the next one, with the same library and key', async () => {
    const { worker } = open
    service.failNext(silence)
    await worker.openJob(5)
    const lost = worker.checkJob('5')
    await expect.poll(() => service.requests).toHaveLength(1)
    service.addJob(5, { state: 'success', articles: stubArticles(2) })
    crash()
    expect((await lost).record).toMatchObject({ phase: 'ready', articleCount: 2 })
    expect(workers).toHaveLength(2)
  })

  it('the screens are told to read again, and are notified of changes from then on', async () => {
    const { library } = open.worker
    await open.useCredentials(undefined)
    await open.worker.openJob(5)
    const heard: string[] = []
    library.subscribe(({ jobs = [], everything }) => {
      if (jobs.length > 0 || everything) heard.push(everything ? 'everything' : jobs.join())
    })
    crash()
    expect(await library.jobs()).toHaveLength(1)
    await expect.poll(() => heard).toEqual(['everything'])
    await open.worker.openJob(6)
    await expect.poll(() => heard).toEqual(['everything', '6'])
  })

  it('a write in progress is reported as lost, since it may have been done', async () => {
    crash()
    const save = () => open.worker.library.saveList({ name: 'Spring' })
    await expect(save()).rejects.toMatchObject(lostCall)
    expect((await save()).name).toBe('Spring')
  })

  it('a request being sent stays unconfirmed, and is not sent again', async () => {
    service.failNext(silence)
    const lost = open.worker.createJob(blankRequest)
    await expect.poll(() => service.requests).toHaveLength(1)
    nowMs = 10 * 60_000
    crash()
    await expect(lost).rejects.toMatchObject(lostCall)
    expect((await open.worker.library.jobs()).map((job) => job.phase)).toEqual(['unconfirmed'])
    expect(service.requests).toHaveLength(1)
  })

  it('the next one waits for the device if it refuses, instead of opening a library in memory', async () => {
    await open.worker.openJob(5)
    const device = indexedDB
    indexedDB = {
      open: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    } as unknown as IDBFactory
    crash()
    await expect(open.worker.library.jobs()).rejects.toMatchObject({ reason: 'unavailable' })
    indexedDB = device
    await expect.poll(() => open.worker.library.jobs().catch(() => [])).toHaveLength(1)
  })

  it('calls wait for the one after the next if that dies before it has opened the library', async () => {
    whenStarted = (worker) => {
      if (workers.length === 2) worker.crash()
    }
    crash()
    await expect(open.worker.library.jobs()).resolves.toEqual([])
    expect(workers).toHaveLength(3)
  })

  it('for the third time, no other is started for a while, and every call says so', async () => {
    await open.worker.openJob(5)
    for (let nth = 0; nth < 2; nth += 1) {
      crash()
      expect(await open.worker.library.jobs()).toHaveLength(1)
    }
    crash()
    await expect(open.worker.library.jobs()).rejects.toMatchObject(lostCall)
    await open.useCredentials(undefined)
    expect(workers).toHaveLength(3)
    await expect.poll(() => workers.length).toBe(4)
    // It may crash as often as the first one.
    crash()
    expect(await open.worker.library.jobs()).toHaveLength(1)
  })
})

it('is replaced at once, however often, if it had been running for a while', async () => {
  for (let nth = 1; nth <= 4; nth += 1) {
    nowMs += 10 * 60_000
    crash()
    expect(await open.worker.library.jobs()).toEqual([])
    expect(workers).toHaveLength(nth + 1)
  }
})

describe('a page from the browser’s back/forward cache', () => {
  it('starts another worker if the first one it tries does not start', async () => {
    open.close()
    let starts = 0
    const startUnlessSecond = () => ((starts += 1) === 2 ? Promise.reject(new Event('error')) : start())
    open = await connectSupervised({ account, start: startUnlessSecond, tickMs: 20 })
    workers.at(-1)?.suspend()
    workers.at(-1)?.resume()
    await expect.poll(() => open.worker.library.jobs().catch(() => 'none yet')).toEqual([])
    expect(starts).toBe(3)
  })

  it('resumes with a new worker whenever it returns', async () => {
    for (let visit = 1; visit <= 5; visit += 1) {
      workers.at(-1)?.suspend()
      const asked = open.worker.library.jobs()
      workers.at(-1)?.resume()
      expect(await asked).toEqual([])
      expect(workers).toHaveLength(visit + 1)
    }
  })
})

it('opens with the next worker if the first dies before it has opened the library', async () => {
  whenStarted = (worker) => {
    if (workers.length === 2) worker.crash()
  }
  const second = await connectSupervised({ account, start, tickMs: 20 })
  expect(await second.worker.library.jobs()).toEqual([])
  second.close()
})

it('does not replace a worker that is slow but replies', async () => {
  service.failNext(async () => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    return new Response('{}', { status: 404 })
  })
  await open.worker.openJob(5)
  expect((await open.worker.checkJob('5')).record.phase).toBe('not-found')
  expect(workers).toHaveLength(1)
})
