import { IDBFactory } from 'fake-indexeddb'
import { QueryClient } from '@tanstack/react-query'
import { expect, it, onTestFinished, vi } from 'vitest'
import { deviceAlone } from '../testing/device-alone.ts'
import { createStubService, stubArticles } from '../testing/stub-service.ts'
import { testCredentials } from '../testing/test-worker-api.ts'
import { cardsQuery, fillWithNewest, jobsQuery } from '../worker-client/library-queries.ts'
import type { WorkerOptions } from '../worker-protocol/worker-connection.ts'
import { connectInPlace } from './connect-in-place.ts'

/** An account of its own, by which its library is told from those of other tests. */
const credentials = { ...testCredentials, email: 'newest@example.org' }
const service = createStubService({ accounts: { [credentials.email]: credentials.apiKey } })
const environment = { ...deviceAlone, fetch: service.fetch, indexedDB: new IDBFactory() }
const open = (firstView?: WorkerOptions['firstView']) =>
  connectInPlace({ account: credentials, credentials, firstView }, environment)

it('comes with the connection if an unfiltered library is shown first', async () => {
  const before = await open({})
  expect(before.newest).toBeUndefined()
  for (const [jobId, count] of [
    [5, 3],
    [6, 250],
    [7, 0],
  ] as const) {
    service.addJob(jobId, { state: 'success', articles: stubArticles(count) })
    await before.worker.openJob(jobId)
    await before.worker.checkJob(String(jobId))
  }
  before.close()

  const connection = await open({})
  const { newest } = connection
  expect(newest?.jobs.map(({ key }) => key).toSorted()).toEqual(['5', '6', '7'])
  expect([newest?.key, newest?.cards.length, newest?.cards[0]?.title]).toEqual(['6', 100, 'Article 1'])
  connection.close()
  for (const other of [undefined, { query: 'bread' }, { isFiltered: true }]) {
    const without = await open(other)
    expect(without.newest).toBeUndefined()
    without.close()
  }
})

it('is drawn at once, and read again', async () => {
  const connection = await open({})
  const { newest, worker } = connection
  if (!newest) throw new Error('There are articles')
  const client = new QueryClient()
  fillWithNewest(client, worker, newest)
  for (const { queryKey, data } of [
    { queryKey: jobsQuery(worker).queryKey, data: newest.jobs },
    { queryKey: cardsQuery(worker, newest.key, 0).queryKey, data: newest.cards },
  ])
    expect(client.getQueryState(queryKey as readonly unknown[])).toMatchObject({ data, isInvalidated: true })
  connection.close()
})

it.each([
  ['an unfiltered view only once the page asks for it, which draws the newest first', {}, false],
  ['a filtered view at once', { isFiltered: true }, true],
  ['a search at once', { query: 'bread' }, true],
])('is followed by %s', async (_, firstView, isPrepared) => {
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction')
  onTestFinished(() => begun.mockRestore())
  // Connections of other tests may still be reading.
  const readsIndexes = (device: unknown) =>
    begun.mock.calls.some(
      ([names], call) => begun.mock.contexts[call] === device && [names].flat().includes('indexes'),
    )
  const connection = await open(firstView)
  onTestFinished(() => connection.close())
  const { worker } = connection
  // What it is prepared with is there by then, and a read that was begun before this one.
  await vi.dynamicImportSettled()
  await worker.library.jobs()
  const device = (begun.mock.contexts as IDBDatabase[]).findLast(({ name }) =>
    name.includes(credentials.email),
  )

  expect(readsIndexes(device)).toBe(isPrepared)
  await worker.library.view({})
  expect(readsIndexes(device)).toBe(true)
})
