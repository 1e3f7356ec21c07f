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

test('a host is acquired for as long as the one that comes first meanwhile may take', async () => {
  const memory = createMemoryHostStore()
  const acquiredForMs: number[] = []
  const ran: string[] = []
  let redirected: Promise<unknown> | undefined
  const store = {
    ...memory,
    acquire(host: string, from: number, until: number) {
      acquiredForMs.push(until - from)
      redirected ??= take('redirect', 25_000)
      return memory.acquire(host, from, until)
    },
  }
  const queue = createHostQueue({ store, now: () => 1_000, pauseMs: 0 })
  const take = (name: string, lastsAtMostMs: number) =>
    queue.takeTurn('a.example', {
      exchange: async () => ({ result: ran.push(name), restMs: 0 }),
      lastsAtMostMs,
      waitAtMostMs: 60_000,
      hasPriority: name === 'redirect',
      signal: AbortSignal.timeout(60_000),
    })
  await take('page', 5_000)
  await redirected

  expect(ran).toEqual(['redirect', 'page'])
  expect(acquiredForMs).toEqual([5_000, 25_000, 5_000])
})
