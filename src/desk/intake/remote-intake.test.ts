import { expose, wrap } from 'comlink'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { packIds, unpackIds } from '../../contract/ids.ts'
import { blankRequest } from '../../contract/job-request.ts'
import { createStubService, networkError, stubArticles } from '../testing/stub-service.ts'
import type { StubService } from '../testing/stub-service.ts'
import { testCredentials } from '../testing/test-intake.ts'
import { letErrorsCross } from './crossing-errors.ts'
import type { Arrival } from './intake.ts'
import type { OpenIntake } from './open-intake.ts'
import { openRemoteIntake } from './remote-intake.ts'
import type { WorkerDesk } from './worker-desk.ts'
import { createWorkerDesk } from './worker-desk.ts'

// A message channel stands for the worker: what crosses it is copied just the same.
describe('an intake in a worker', () => {
  let service: StubService
  let indexedDB: IDBFactory
  let channel: MessageChannel
  let open: OpenIntake

  beforeEach(async () => {
    letErrorsCross()
    service = createStubService()
    indexedDB = new IDBFactory()
    channel = new MessageChannel()
    const place = { fetch: service.fetch, indexedDB, locks: undefined, now: () => 0, random: () => 0.5 }
    expose(createWorkerDesk(place), channel.port1)
    const { apiKey: _, ...account } = testCredentials
    open = await openRemoteIntake(wrap<WorkerDesk>(channel.port2), {
      account,
      credentials: testCredentials,
    })
  })

  afterEach(() => {
    open.close()
    channel.port1.close()
    channel.port2.close()
  })

  it('does what one in place does', async () => {
    service.nextJobStates({ state: 'success', articles: stubArticles(30) })
    const { intake } = open
    expect(intake.library).toMatchObject({
      kept: 'on-device',
      name: 'editor@example.org https://service.example',
    })
    await intake.createJob({ ...blankRequest, idsToSkip: packIds([5]) })
    const arrivals: Arrival[] = []
    const { record } = await intake.checkJob('17', (arrival) => arrivals.push(arrival))
    expect(record).toMatchObject({ phase: 'ready', articleCount: 30, skippedReturned: 1 })
    expect(arrivals[0]?.cards).toHaveLength(30)
    expect(await intake.library.cards('17', 0)).toHaveLength(30)
    expect([...(await intake.library.find('17', 'article 7'))]).toEqual([6])
    expect(unpackIds(await intake.library.receivedIds())).toHaveLength(30)
  })

  it('opens a job by its number, and tells what comes of it while it does', async () => {
    service.addJob(5, { state: 'success', articles: stubArticles(30) })
    const arrivals: Arrival[] = []
    await open.intake.openJob(5, (arrival) => arrivals.push(arrival))
    expect((await open.intake.checkJob('5')).record).toMatchObject({ phase: 'ready', articleCount: 30 })
    expect(arrivals[0]?.cards).toHaveLength(30)
  })

  it('tells the page what changed', async () => {
    const changed: string[] = []
    open.intake.library.subscribe(({ jobs }) => changed.push(...jobs))
    await open.intake.library.openByNumber(5, 0)
    await expect.poll(() => changed).toEqual(['5'])
  })

  it('knows a key only as long as a session lends it', async () => {
    await open.intake.library.openByNumber(5, 0)
    await open.useCredentials(undefined)
    expect((await open.intake.checkJob('5')).failure?.kind).toBe('unauthorized')
    expect(service.requests).toHaveLength(0)
    await open.useCredentials(testCredentials)
    expect((await open.intake.checkJob('5')).failure?.kind).toBe('not-found')
  })

  it('refuses the key of another account without repeating it', async () => {
    const error: unknown = await open
      .useCredentials({ ...testCredentials, email: 'other@example.org', apiKey: 'secret-key' })
      .catch((error: unknown) => error)
    expect(String(error)).toContain('another account')
    expect(String(error)).not.toContain('secret-key')
  })

  it('leads failures across as data', async () => {
    service.failNext(networkError())
    const outcome = await open.intake.createJob(blankRequest)
    expect(outcome).toMatchObject({ kind: 'unconfirmed', failure: { kind: 'unreachable' } })
  })

  it('leads errors of the library across as what they are', async () => {
    const newer = indexedDB.open('article-desk editor@example.org https://service.example', 990)
    await expect.poll(() => newer.readyState).toBe('done')
    await expect(open.intake.library.jobs()).rejects.toMatchObject({
      name: 'LibraryError',
      reason: 'newer-schema',
    })
  })
})
