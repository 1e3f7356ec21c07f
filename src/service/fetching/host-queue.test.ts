import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createHostQueue } from './host-queue.ts'
import { createMemoryHostStore } from './host-store.ts'

test('a turn whose time ends while the store is asked is not waited for', async () => {
  const store = {
    ...createMemoryHostStore(),
    async acquire() {
      await sleep(100)
      return { isInUse: true, untilMs: Date.now() + 25_000 }
    },
  }
  const queue = createHostQueue({ store, now: Date.now, pauseMs: 0 })
  const turn = queue.takeTurn('slow.example', {
    exchange: async () => ({ result: 'done', restMs: 0 }),
    lastsAtMostMs: 25_000,
    waitAtMostMs: 20,
    signal: AbortSignal.timeout(60_000),
  })
  expect(await turn).toMatchObject({ kind: 'busy' })
  await queue.settle()
})
