import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSharedCounts } from '../accounts/shared-counts.ts'
import { createDatabase, hasPostgres } from '../testing/postgres-cluster.ts'
import type { TestService } from '../testing/test-service.ts'
import { startTestService } from '../testing/test-service.ts'
import { createVisitor } from '../testing/visitor.ts'
import type { Limits } from './limits.ts'
import { createLimits } from './limits.ts'
import { HttpProblem } from './problems.ts'

const wrong = async () => undefined
const right = async () => 'account'
const minuteMs = 60_000

function createClock() {
  const clock = { nowMs: 1_700_000_000_000 }
  return { clock, limits: createLimits({ now: () => clock.nowMs, requestsPerMinute: 3 }) }
}

async function guessTenTimes(limits: Limits, address: string) {
  for (let guess = 0; guess < 10; guess += 1) await limits.guard(address, 'editor@a', wrong)
}

test('ten wrong keys for an account block the address for ten minutes', async () => {
  const { clock, limits } = createClock()
  await guessTenTimes(limits, 'bad')

  await expect(limits.guard('bad', 'Editor@A', right)).rejects.toMatchObject({
    status: 429,
    headers: { 'Retry-After': '600' },
  })
  await expect(limits.guard('bad', ' editor@a', right)).rejects.toMatchObject({ status: 429 })
  clock.nowMs += 10 * minuteMs
  expect(await limits.guard('bad', 'editor@a', right)).toBe('account')
})

test('a right key from elsewhere still works, however many addresses are guessing', async () => {
  const { limits } = createClock()
  for (let address = 0; address < 200; address += 1) await limits.guard(`bad-${address}`, 'editor@a', wrong)

  expect(await limits.guard('good', 'editor@a', right)).toBe('account')
})

test('many addresses guessing at one account have one guess each', async () => {
  const { limits } = createClock()
  for (let address = 0; address < 10; address += 1) await guessTenTimes(limits, `bad-${address}`)
  await limits.guard('bad-again', 'editor@a', wrong)

  await expect(limits.guard('bad-again', 'editor@a', wrong)).rejects.toMatchObject({ status: 429 })
})

test('one address guessing at many accounts is blocked too', async () => {
  const { limits } = createClock()
  for (let account = 0; account < 50; account += 1) await limits.guard('bad', `editor-${account}@a`, wrong)

  await expect(limits.guard('bad', 'someone-else@a', right)).rejects.toMatchObject({ status: 429 })
  expect(await limits.guard('good', 'someone-else@a', right)).toBe('account')
})

test.each([
  ['one account', () => 'editor@a', 10],
  ['many accounts', (guess: number) => `editor-${guess}@a`, 50],
])('simultaneous guesses at %s are counted one by one', async (_, emailOf, allowed) => {
  const { limits } = createClock()
  let checked = 0
  const slowlyWrong = async () => {
    checked += 1
    await new Promise((resolve) => setTimeout(resolve, 1))
    return undefined
  }
  await Promise.allSettled(
    Array.from({ length: 100 }, (_, guess) => limits.guard('bad', emailOf(guess), slowlyWrong)),
  )

  expect(checked).toBe(allowed)
})

test('a client that has not guessed wrong waits for nobody behind the same address', async () => {
  const { limits } = createClock()
  let finish = () => {}
  const slow = limits.guard(
    'office',
    'slow@a',
    () => new Promise<string>((resolve) => (finish = () => resolve('slow'))),
  )

  expect(await limits.guard('office', 'editor@a', right)).toBe('account')
  expect(await limits.guard('office', 'slow@a', right)).toBe('account')
  finish()
  expect(await slow).toBe('slow')
})

test('right keys are not counted as guesses, nor are checks that failed for other reasons', async () => {
  const { limits } = createClock()
  const down = async () => {
    throw new Error('the database is away')
  }
  for (let request = 0; request < 30; request += 1) {
    await limits.guard('good', 'editor@a', right)
    await expect(limits.guard('good', 'editor@a', down)).rejects.toThrow('away')
  }

  expect(await limits.guard('good', 'editor@a', right)).toBe('account')
})

test('an account has a limited number of requests per minute, without affecting others', () => {
  const { clock, limits } = createClock()
  for (let request = 0; request < 3; request += 1) limits.countRequest(1)

  expect(() => limits.countRequest(1)).toThrow('3 requests a minute')
  expect(() => limits.countRequest(2)).not.toThrow()
  clock.nowMs += minuteMs
  expect(() => limits.countRequest(1)).not.toThrow()
})

test('a clock that is set back makes nobody wait longer, and one that is set forward lets nobody guess', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const limits = createLimits({ requestsPerMinute: 3 })
  const waitOf = async (work: () => unknown): Promise<number> => {
    const refusal = await Promise.resolve()
      .then(work)
      .catch((error: unknown) => error)
    return refusal instanceof HttpProblem ? Number(refusal.headers['Retry-After']) : 0
  }
  for (let request = 0; request < 3; request += 1) limits.countRequest(1)
  await guessTenTimes(limits, 'bad')

  vi.setSystemTime(Date.now() - 60 * minuteMs)
  expect(await waitOf(() => limits.countRequest(1))).toBeLessThanOrEqual(60)
  vi.setSystemTime(Date.now() + 120 * minuteMs)
  expect(await waitOf(() => limits.guard('bad', 'editor@a', right))).toBeGreaterThan(0)
})

describe.skipIf(!hasPostgres)('limits shared by processes on one PostgreSQL', () => {
  let one: TestService
  let other: TestService
  beforeAll(async () => {
    const options = { databaseUrl: await createDatabase(), requestsPerMinute: 30 }
    one = await startTestService(options)
    other = await startTestService(options)
  })
  afterAll(async () => {
    await Promise.all([one.stop(), other.stop()])
  })

  test('count wrong keys across processes', async () => {
    const [here, there] = [one, other].map(({ database }) =>
      createLimits({ shared: createSharedCounts(database) }),
    ) as [Limits, Limits]
    const guess = (limits: Limits) => limits.guard('bad', 'editor@a', wrong)
    for (let guesses = 0; guesses < 5; guesses += 1) {
      expect(await guess(here)).toBeUndefined()
      expect(await guess(there)).toBeUndefined()
    }

    for (const limits of [here, there]) await expect(guess(limits)).rejects.toMatchObject({ status: 429 })
    expect(await there.guard('good', 'editor@a', right)).toBe('account')
  })

  test('count the requests of an account together, within a second', async () => {
    const colleague = await one.accounts.add('colleague@example.org')
    const ask = async (service: TestService) =>
      (await service.ask('POST', '/api/v1.0/ping', { as: colleague, from: '192.0.2.78' })).status
    for (let asked = 0; asked < 20; asked += 1) await ask(one)

    // A process of its own would have allowed 30.
    let attempts = 0
    await expect.poll(async () => [(attempts += 1), await ask(other)].at(-1), { interval: 100 }).toBe(429)
    expect(attempts).toBeLessThan(29)
  })
})

test('the pages of the service count as requests of the account that is signed in', async () => {
  const it = await startTestService({ requestsPerMinute: 3 })
  onTestFinished(() => it.stop())
  const { visit, signIn } = createVisitor(
    () => it,
    () => '192.0.2.7',
  )
  const { cookie } = await signIn(it.editor, '/sources')
  const statuses: number[] = []
  for (let visits = 0; visits < 4; visits += 1) statuses.push((await visit('/sources', { cookie })).status)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
})
