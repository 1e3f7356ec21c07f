import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { packIds } from '../../contract/ids.ts'
import { blankRequest } from '../../contract/testing/blank-request.ts'
import type { Database } from '../database/database.ts'
import { interruptDatabase } from '../testing/faulty-database.ts'
import { openTestDatabase } from '../testing/test-jobs.ts'
import type { LeasedJob } from './queue.ts'
import { createJobQueue } from './queue.ts'

let database: Database

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.query('truncate jobs restart identity cascade'))

test('the embedded database reuses the room of ids to skip once their jobs have ended', async () => {
  const queue = createJobQueue(database, 60_000)
  const idsToSkip = packIds(Array.from({ length: 1_000_000 }, (_, index) => index * 2_000))
  let largest = 0
  for (let jobs = 0; jobs < 7; jobs += 1) {
    await queue.add(1, { ...blankRequest, idsToSkip })
    const job = await queue.take('match', [])
    await queue.succeed(job!, nothing)
    const { rows } = await database.query<{ size: number }>(`select pg_total_relation_size('jobs') as size`)
    largest = Math.max(largest, rows[0]!.size)
  }
  // 4 MB each.
  expect(largest).toBeLessThan(24_000_000)
})

test('a job has ended even if its old rows could not be removed', async () => {
  const queue = createJobQueue(
    interruptDatabase(database, (text) => {
      if (text === 'vacuum jobs') throw new Error('out of memory')
    }),
    60_000,
  )
  const idsToSkip = packIds(Array.from({ length: 1_000_000 }, (_, index) => index * 2_000))
  for (let jobs = 0; jobs < 5; jobs += 1) {
    await queue.add(1, { ...blankRequest, idsToSkip })
    expect(await queue.succeed((await queue.take('match', []))!, nothing)).toBe(true)
  }
})

test('an account’s next job has its turn, although others always send another', async () => {
  await database.query(`insert into accounts (email, key_hash) values ('three@example.org', '')`)
  const queue = createJobQueue(database, 60_000)
  for (const account of [1, 1, 2, 3]) await queue.add(account, blankRequest)
  const done: number[] = []
  while (done.length < 9) {
    const job = (await queue.take('match', []))!
    const account = await accountOf(database, job)
    done.push(account)
    await queue.succeed(job, nothing)
    if (account !== 1) await queue.add(account, blankRequest)
  }

  expect(done.filter((account) => account === 1)).toHaveLength(2)
})

test('jobs that collected at a late turn are not behind those that came meanwhile', async () => {
  const queue = createJobQueue(database, 60_000)
  for (const account of [1, 1, 1, 2]) await queue.add(account, blankRequest)
  for (let job; (job = await queue.take('match', []));) {
    if ((await accountOf(database, job)) === 1) await queue.beginCollecting(job)
    else await queue.succeed(job, nothing)
  }
  for (let job; (job = await queue.take('collect', []));) await queue.endCollecting(job, false)
  for (const account of [2, 1]) await queue.add(account, blankRequest)
  const done: number[] = []
  for (let job; (job = await queue.take('match', []));) done.push(job.id)

  expect(done).toEqual([1, 2, 3, 5, 6])
})

const nothing = { versionIds: [], isWholeRanking: true }

async function accountOf(database: Database, { id }: LeasedJob): Promise<number> {
  const { rows } = await database.query<{ account: number }>(
    'select account_id as account from jobs where id = $1',
    [id],
  )
  return rows[0]!.account
}
