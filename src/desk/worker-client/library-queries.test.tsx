import {
  hashKey,
  partialMatchKey,
  type QueryClient,
  QueryClientProvider,
  type QueryKey,
  useQuery,
} from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../app/query-client.ts'
import { createMemoryLibrary } from '../testing/memory-library.ts'
import { removalLists } from '../library/jobs/removed-jobs.ts'
import type { LibraryChange } from '../library/library.ts'
import { blankRequest } from '../../contract/testing/blank-request.ts'
import { json, stubArticles } from '../testing/stub-service.ts'
import { testWorkerApi, type TestWorkerApi } from '../testing/test-worker-api.ts'
import { WorkerProvider } from './worker-context.tsx'
import { latestResultQuery, libraryArticleQuery, libraryKeys, LibrarySync } from './library-queries.ts'
import { createGate } from '../../testing/create-gate.ts'

let announce: (change: LibraryChange) => void
let touched: QueryKey[]
let unmount: () => void
let worker: TestWorkerApi
let client: QueryClient
const unended = JSON.stringify({ id: 17, state: 'success', articles: stubArticles(30) }).slice(0, -2)
const name = 'editor@example.org https://service.example'

beforeEach(() => {
  vi.useFakeTimers()
  touched = []
  const listeners = new Set<(change: LibraryChange) => void>()
  announce = (change) => act(() => listeners.forEach((listener) => listener(change)))
  worker = testWorkerApi({
    library: {
      ...createMemoryLibrary({ name }),
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  })
  client = createQueryClient()
  vi.spyOn(client, 'invalidateQueries').mockImplementation((filters) => {
    touched.push(filters?.queryKey ?? [])
    return Promise.resolve()
  })
  const view = render(
    <QueryClientProvider client={client}>
      <WorkerProvider worker={worker}>
        <LibrarySync />
      </WorkerProvider>
    </QueryClientProvider>,
  )
  unmount = view.unmount
})

afterEach(() => {
  unmount()
  vi.useRealTimers()
})

it('reads again for a fifth of the time while texts are indexed, and at once what else has changed', async () => {
  const views = hashKey(libraryKeys.views(name))
  const reads = () => touched.filter((key) => hashKey(key) === views).length
  vi.spyOn(client, 'invalidateQueries').mockImplementation(async (filters) => {
    touched.push(filters?.queryKey ?? [])
    await new Promise((resolve) => setTimeout(resolve, 200))
  })
  for (let ms = 0; ms < 2_200; ms += 20) {
    announce({ analysed: [] })
    await vi.advanceTimersByTimeAsync(20)
  }
  expect(reads()).toBe(3)
  announce({ analysed: ['1'] })
  await vi.advanceTimersByTimeAsync(20)
  expect(reads()).toBe(4)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(reads(), 'the last progress').toBe(5)
})

it('reads again soon after a reading that took minutes, as of a device that was asleep', async () => {
  announce({ analysed: [] })
  const [awake, wake] = createGate()
  vi.spyOn(client, 'invalidateQueries').mockReturnValueOnce(awake)
  await vi.advanceTimersByTimeAsync(60_000)
  wake()
  touched = []
  announce({ analysed: [] })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(touched).toContainEqual(libraryKeys.views(name))
})

it('reads again what has changed while it was read for the first time', async () => {
  vi.useRealTimers()
  const library = createMemoryLibrary({ name })
  const { key } = await library.openByNumber(5, 0)
  const articles = [{ id: 1, title: 'Rivers', text: 'Text' }]
  await library.saveResult(key, { state: 'success', category: '', articles, setAside: [] }, 0)
  const [held, letGo] = createGate()
  const read = vi.fn<typeof library.libraryArticle>(async (id) => {
    const found = await library.libraryArticle(id)
    await held
    return found
  })
  const slow = testWorkerApi({ library: { ...library, libraryArticle: read } })
  const Title = () => <p>{useQuery(libraryArticleQuery(slow, 1)).data?.title ?? 'None'}</p>
  const queries = createQueryClient()
  render(
    <QueryClientProvider client={queries}>
      <WorkerProvider worker={slow}>
        <LibrarySync />
        <Title />
      </WorkerProvider>
    </QueryClientProvider>,
  )
  await expect.poll(() => read).toHaveBeenCalledOnce()
  await library.removeJob(key, 1)
  const { queryKey } = libraryArticleQuery(slow, 1)
  await expect.poll(() => queries.getQueryState(queryKey)?.isInvalidated).toBe(true)
  letGo()
  await expect.poll(() => read).toHaveBeenCalledTimes(2)
  expect(await screen.findByText('None')).toBeVisible()
})

describe('what a screen shows of a changing library', () => {
  it('is reread within two frames, once for all changes that arrived together', () => {
    announce({ jobs: ['5'] })
    announce({ jobs: ['5', '6'] })
    announce({ jobs: ['5'] })
    expect(touched).toEqual([])
    vi.advanceTimersByTime(32)
    expect(touched).toEqual([
      libraryKeys.jobs(name),
      libraryKeys.views(name),
      libraryKeys.job(name, '5'),
      libraryKeys.job(name, '6'),
    ])
  })

  it('includes the open article if a job was removed or restored, not at every check of a job', () => {
    const whole = () => touched.filter((key) => hashKey(key) === hashKey(libraryKeys.whole(name)))
    announce({ jobs: ['5'] })
    vi.advanceTimersByTime(32)
    expect(whole()).toHaveLength(0)
    announce({ jobs: ['5'], lists: removalLists })
    vi.advanceTimersByTime(32)
    expect(whole()).toHaveLength(1)
  })

  it('does not wait forever while changes keep coming', () => {
    for (let frame = 0; frame < 10; frame += 1) {
      announce({ jobs: ['5'] })
      vi.advanceTimersByTime(10)
    }
    expect(touched.length).toBeGreaterThanOrEqual(4)
  })

  it('is reread at the next change too', () => {
    announce({ lists: ['of mine'] })
    vi.advanceTimersByTime(32)
    const once = touched.length
    expect(once).toBeGreaterThan(0)
    announce({ lists: ['of mine'] })
    vi.advanceTimersByTime(32)
    expect(touched).toHaveLength(2 * once)
  })

  it('is all reread with a new worker, including jobs that are gone', () => {
    announce({ jobs: ['5'], articles: ['5'], annotations: 'many', everything: true })
    vi.advanceTimersByTime(32)
    const read = [libraryKeys.job(name, '6'), libraryKeys.lists(name), libraryKeys.named(name)]
    for (const key of read) expect(touched.some((prefix) => partialMatchKey(key, prefix))).toBe(true)
  })

  it('is not reread after the screen has gone', () => {
    announce({ jobs: ['5'] })
    unmount()
    vi.advanceTimersByTime(100)
    expect(touched).toEqual([])
  })
})

describe('the partial result of a response', () => {
  it('is kept once all of it is saved, possibly before the page has drawn any of it', async () => {
    vi.useRealTimers()
    worker.service.nextJobStates({ state: 'success', category: '', articles: stubArticles(30) })
    await worker.createJob({ ...blankRequest, keywords: ['solar'] })
    const { record } = await worker.checkJob('17')
    expect(await worker.latestResult('17')).toEqual({ isSaved: true })
    const query = latestResultQuery(worker, record)
    expect(client.getQueryData(query.queryKey)?.partial?.cards[0]).toMatchObject({ id: 1 })
    expect((await client.fetchQuery(query)).partial?.cards[0]).toMatchObject({ id: 1 })
  })

  it.each([
    ['brings nothing', () => json({ id: 17, state: 'running', articles: [] })],
    ['knows no such job', () => json({}, 404)],
    ["can't be read to its end", () => new Response(unended)],
  ])('is dropped when the next response %s', async (_, next) => {
    vi.useRealTimers()
    worker.service.nextJobStates({ state: 'running', articles: stubArticles(3) })
    await worker.createJob({ ...blankRequest, keywords: ['solar'] })
    const { record } = await worker.checkJob('17')
    const query = latestResultQuery(worker, record)
    expect(client.getQueryData(query.queryKey)?.partial?.receivedCount).toBe(3)
    worker.service.failNext(next())
    await worker.checkJob('17')
    expect(client.getQueryData(query.queryKey)?.partial).toBeUndefined()
    expect((await client.fetchQuery(query)).partial).toBeUndefined()
  })
})
