import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSharedCounts } from '../accounts/shared-counts.ts'
import type { Database } from '../database/database.ts'
import { interruptDatabase } from '../testing/faulty-database.ts'
import { openTestDatabase } from '../testing/test-jobs.ts'
import { createWindowCounts } from './window-counts.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const now = () => performance.now()
const shareAll = { isForced: true }

async function countOfOthers(name: string): Promise<number | undefined> {
  const counts = await createSharedCounts(database)([])
  return counts.find((shared) => shared.name === name)?.count
}

test('counts that could not be shared are shared next time', async () => {
  let isAway = true
  const faulty = interruptDatabase(database, () => {
    if (isAway) throw new Error('The connection broke.')
  })
  const counts = createWindowCounts(now, createSharedCounts(faulty))
  counts.add('guesses', 60_000)
  await counts.refresh(shareAll)
  isAway = false
  await counts.refresh(shareAll)

  expect([counts.count('guesses'), await countOfOthers('guesses')]).toEqual([1, 1])
})

test('what is counted while counts are exchanged is added, and shared next time', async () => {
  const slow = interruptDatabase(database, (_, moment) => {
    if (moment === 'after' && counts.count('requests') === 1) counts.add('requests', 60_000)
  })
  const counts = createWindowCounts(now, createSharedCounts(slow))
  counts.add('requests', 60_000)
  await counts.refresh(shareAll)
  expect([counts.count('requests'), await countOfOthers('requests')]).toEqual([2, 1])
  await counts.refresh(shareAll)

  expect([counts.count('requests'), await countOfOthers('requests')]).toEqual([2, 2])
})
