import { expect, test } from 'vitest'
import { packIds } from '../../contract/ids.ts'
import { blankRequest } from '../../contract/testing/blank-request.ts'
import { openTestDatabase } from '../testing/test-jobs.ts'
import { createJobQueue } from './queue.ts'

test('the embedded database reuses the room of ids to skip once their jobs have ended', async () => {
  const database = await openTestDatabase()
  const queue = createJobQueue(database, 60_000)
  const idsToSkip = packIds(Array.from({ length: 1_000_000 }, (_, index) => index * 2_000))
  let largest = 0
  for (let jobs = 0; jobs < 10; jobs += 1) {
    await queue.add(1, { ...blankRequest, idsToSkip })
    const job = await queue.take('match', [])
    await queue.succeed(job!, { versionIds: [], isWholeRanking: true })
    const { rows } = await database.query<{ size: number }>(`select pg_total_relation_size('jobs') as size`)
    largest = Math.max(largest, rows[0]!.size)
  }
  // 4 MB each.
  expect(largest).toBeLessThan(24_000_000)
  await database.close()
})
