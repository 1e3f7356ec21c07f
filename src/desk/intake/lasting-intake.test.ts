import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { blankRequest } from '../../contract/job-request.ts'
import { createStubService, silence, stubArticles, type StubService } from '../testing/stub-service.ts'
import { testCredentials } from '../testing/test-intake.ts'
import { openIntakeInPlace } from './intake-in-place.ts'
import { type MortalIntake, openLastingIntake } from './lasting-intake.ts'
import type { OpenIntake, OpenIntakeOptions } from './open-intake.ts'

let service: StubService
let indexedDB: IDBFactory
let started: number
let die: () => void
let nowMs: number
let open: OpenIntake

/** Stands for a worker: once it is dead, nothing that was asked of it is ever answered. */
async function start(options: OpenIntakeOptions): Promise<MortalIntake> {
  started += 1
  let isDead = false
  die = () => (isDead = true)
  const now = () => nowMs
  const place = { fetch: service.fetch, indexedDB, locks: undefined, now, random: () => 0.5 }
  const opened = await openIntakeInPlace(options, place)

  const mortal = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_, name) {
        const value: unknown = Reflect.get(target, name)
        if (name === 'library') return mortal(value as object)
        if (typeof value !== 'function' || name === 'subscribe') return value
        return (...values: unknown[]) =>
          new Promise((resolve, reject) => {
            if (isDead) return
            ;(value as (...values: unknown[]) => Promise<unknown>)(...values).then(
              (answer) => isDead || resolve(answer),
              (error: Error) => isDead || reject(error),
            )
          })
      },
    })
  return {
    ...opened,
    intake: mortal(opened.intake),
    ping: () => (isDead ? new Promise(() => {}) : Promise.resolve()),
    onDeath: () => {},
    terminate: () => opened.close(),
  }
}

beforeEach(async () => {
  service = createStubService()
  indexedDB = new IDBFactory()
  started = 0
  nowMs = 0
  open = await openLastingIntake({
    account: testCredentials,
    credentials: testCredentials,
    start,
    tickMs: 20,
  })
})

afterEach(() => open.close())

const lostCall = { name: 'LibraryError', reason: 'unavailable' }

describe('when a worker dies', () => {
  it('what was under way ends, and the next one goes on with the same library and key', async () => {
    const { intake } = open
    await intake.library.openByNumber(5, 0)
    service.failNext(silence)
    const lost = intake.checkJob('5')
    await expect.poll(() => service.requests).toHaveLength(1)
    die()
    await expect(lost).rejects.toMatchObject(lostCall)
    service.addJob(5, { state: 'success', articles: stubArticles(2) })
    expect((await intake.checkJob('5')).record).toMatchObject({ phase: 'ready', articleCount: 2 })
    expect(started).toBe(2)
  })

  it('the screens are told to read anew, and hear of what changes from then on', async () => {
    const { library } = open.intake
    await library.openByNumber(5, 0)
    const heard: string[] = []
    library.subscribe(({ jobs, articles }) => heard.push(`${jobs.join()}/${articles?.join() ?? ''}`))
    die()
    await library.jobs().catch(() => {})
    await expect.poll(() => heard).toEqual(['5/5'])
    await library.openByNumber(6, 0)
    await expect.poll(() => heard).toEqual(['5/5', '6/'])
  })

  it('a request that was being sent stays, unconfirmed, and is not sent again', async () => {
    service.failNext(silence)
    const lost = open.intake.createJob(blankRequest)
    await expect.poll(() => service.requests).toHaveLength(1)
    nowMs = 10 * 60_000
    die()
    await expect(lost).rejects.toMatchObject(lostCall)
    expect((await open.intake.library.jobs()).map((job) => job.phase)).toEqual(['unconfirmed'])
    expect(service.requests).toHaveLength(1)
  })

  it('for the third time, none is started any more and every call says so', async () => {
    for (let death = 0; death < 3; death += 1) {
      await open.intake.library.jobs()
      die()
      await expect(open.intake.library.jobs()).rejects.toMatchObject(lostCall)
    }
    await expect(open.intake.library.jobs()).rejects.toMatchObject(lostCall)
    await open.useCredentials(undefined)
    expect(started).toBe(3)
  })
})

it('lets a worker live that takes its time but answers', async () => {
  await open.intake.library.openByNumber(5, 0)
  service.failNext(async () => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    return new Response('{}', { status: 404 })
  })
  expect((await open.intake.checkJob('5')).record.phase).toBe('not-found')
  expect(started).toBe(1)
})
