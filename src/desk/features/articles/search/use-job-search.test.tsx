import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { createQueryClient } from '../../../app/query-client.ts'
import { WorkerProvider } from '../../../worker-client/worker-context.tsx'
import { findQuery } from '../../../worker-client/library-queries.ts'
import { testWorkerApi, type TestWorkerApi } from '../../../testing/test-worker-api.ts'
import { useSearchAhead } from './use-job-search.ts'
import { collectJob } from '../../../library/testing/collect-job.ts'

let client: QueryClient
let worker: TestWorkerApi
let asked: string[]

beforeEach(async () => {
  client = createQueryClient()
  asked = []
  const { library, ...rest } = testWorkerApi()
  const articles = ['Harbour', 'Bridge', 'Harbour bridge'].map((title, id) => ({ id, title, text: '' }))
  await collectJob(library, 5, articles)
  const find = (key: string, query: string) => {
    asked.push(query)
    return library.find(key, query)
  }
  worker = { ...rest, library: { ...library, find } }
})

const searchAhead = () =>
  renderHook(() => useSearchAhead('5'), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>
        <WorkerProvider worker={worker}>{children}</WorkerProvider>
      </QueryClientProvider>
    ),
  }).result.current

describe('a search that starts while the page still draws its text', () => {
  it('has its result before the list asks for it, under the same key', async () => {
    searchAhead()(' harbour ')
    expect(asked).toEqual(['harbour'])
    const { queryKey } = findQuery(worker, '5', 'harbour')
    await waitFor(() => expect(client.getQueryData(queryKey)?.positions).toEqual(Uint32Array.of(0, 2)))
  })

  it('runs once for texts that differ only in surrounding spaces', () => {
    const ahead = searchAhead()
    ahead('harbour')
    ahead('harbour ')
    expect(asked).toEqual(['harbour'])
  })

  it('does not run for blank text', () => {
    searchAhead()('  ')
    expect(asked).toEqual([])
  })
})
