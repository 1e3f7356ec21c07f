import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { interruptDatabase } from '../testing/faulty-database.ts'
import { openTestDatabase } from '../testing/test-jobs.ts'
import { createSharedCounts } from './shared-counts.ts'

let database: Database

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.query('truncate limit_counts'))

test('counts that were added are accepted even if old ones could not be deleted', async () => {
  let nowMs = 0
  let failures = 0
  const faulty = interruptDatabase(database, (text) => {
    if (!text.startsWith('delete')) return
    failures += 1
    throw new Error('The connection broke.')
  })
  const exchange = createSharedCounts(faulty, () => nowMs)
  nowMs = 61_000
  const counts = await exchange([{ name: 'guesses', count: 2, msLeft: 600_000 }])

  expect(counts).toMatchObject([{ name: 'guesses', count: 2 }])
  expect(failures).toBe(1)
})

test('a process that has just started learns what others have counted within the hour', async () => {
  const others = createSharedCounts(database)
  await others([{ name: 'guesses', count: 2, msLeft: 600_000 }])
  await database.query(`update limit_counts set changed_at = now() - interval '9 minutes'`)
  const counts = await createSharedCounts(database)([])

  expect(counts).toMatchObject([{ name: 'guesses', count: 2 }])
})
