import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it } from 'vitest'
import { blankRequest } from '../../contract/job-request.ts'
import { createStubService, json, type StubService } from '../testing/stub-service.ts'
import { testCredentials } from '../testing/test-intake.ts'
import { openIntakeInPlace } from './intake-in-place.ts'
import type { OpenIntake } from '../intake/open-intake.ts'

let service: StubService
let open: OpenIntake

const keys = ['1', '2', '3', '4', '5']

beforeEach(async () => {
  service = createStubService()
  open = await openIntakeInPlace(
    { account: testCredentials, credentials: testCredentials },
    { fetch: service.fetch, indexedDB: new IDBFactory(), locks: undefined, now: Date.now, random: () => 0.5 },
  )
  for (const key of keys) {
    service.addJob(Number(key), { state: 'running' })
    await open.intake.library.openByNumber(Number(key), 0)
  }
  return () => open.close()
})

/** Long enough for the others to be sent meanwhile, if they were. */
const refusedAfterAWhile = async () => {
  await new Promise((resolve) => setTimeout(resolve, 50))
  return json({}, 401)
}

const checkAll = () => Promise.all(keys.map((key) => open.intake.checkJob(key)))
const kinds = (outcomes: Awaited<ReturnType<typeof checkAll>>) =>
  outcomes.map(({ failure, record }) => failure?.kind ?? record.state)

describe('a key that is refused', () => {
  it('is sent once, though five jobs are due at the same moment', async () => {
    service.failNext(...keys.map(() => refusedAfterAWhile))
    expect(kinds(await checkAll())).toEqual(keys.map(() => 'unauthorized'))
    expect(service.requests).toHaveLength(1)
    await checkAll()
    expect(service.requests).toHaveLength(1)
  })

  it('is not sent again by anything, a new job included, until there is another', async () => {
    service.accounts.set(testCredentials.email, 'another-key')
    await open.intake.checkJob('1')
    const outcome = await open.intake.createJob(blankRequest)
    expect(outcome).toMatchObject({ kind: 'refused', failure: { kind: 'unauthorized' } })
    expect(service.requests).toHaveLength(1)
    await open.useCredentials({ ...testCredentials, apiKey: 'another-key' })
    expect(kinds(await checkAll())).toEqual(keys.map(() => 'running'))
    expect(service.requests).toHaveLength(6)
  })

  it('does not count against the one that was given while the answer was on its way', async () => {
    let refuse = () => {}
    service.failNext(() => new Promise((resolve) => (refuse = () => resolve(json({}, 401)))))
    const check = open.intake.checkJob('1')
    await expect.poll(() => service.requests).toHaveLength(1)
    await open.useCredentials({ ...testCredentials })
    refuse()
    expect((await check).record.state).toBe('running')
    expect((await open.intake.checkJob('2')).record.state).toBe('running')
  })

  it('holds no other job up for longer than two seconds where the service is slow to answer', async () => {
    service.failNext(() => new Promise(() => {}))
    void open.intake.checkJob('1')
    expect((await open.intake.checkJob('2')).record.state).toBe('running')
    expect(service.requests).toHaveLength(2)
  })
})
