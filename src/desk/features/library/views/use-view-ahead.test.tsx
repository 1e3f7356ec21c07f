import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { createQueryClient } from '../../../app/query-client.ts'
import type { ViewSpec } from '../../../library/view/view.ts'
import { WorkerProvider } from '../../../worker-client/worker-context.tsx'
import { testWorkerApi, type TestWorkerApi } from '../../../testing/test-worker-api.ts'
import { useLibraryView, useViewAhead } from './use-library-view.ts'
import { collectJob } from '../../../library/testing/collect-job.ts'

let client: QueryClient
let worker: TestWorkerApi
let asked: (string | undefined)[]

beforeEach(async () => {
  client = createQueryClient()
  asked = []
  const { library, ...rest } = testWorkerApi()
  const articles = ['Harbour', 'Bridge'].map((title, id) => ({ id, title, text: '' }))
  await collectJob(library, 5, articles)
  const view = (spec: ViewSpec, firstCount?: number) => {
    asked.push(spec.query)
    return library.view(spec, firstCount)
  }
  worker = { ...rest, library: { ...library, view } }
})

const hook = <Result,>(use: () => Result) =>
  renderHook(use, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>
        <WorkerProvider worker={worker}>{children}</WorkerProvider>
      </QueryClientProvider>
    ),
  }).result

describe('a view that starts while the page still draws the letter for it', () => {
  it('is read once, at once, and is the one that the list then shows', async () => {
    hook(useViewAhead).current({ query: 'harbour' })
    expect(asked).toEqual(['harbour'])
    await waitFor(() => expect(client.isFetching()).toBe(0))
    const shown = hook(() => useLibraryView({ query: 'harbour', decisions: undefined }))
    await waitFor(() => expect(shown.current.spec?.query).toBe('harbour'))
    expect(asked).toEqual(['harbour'])
  })

  it('leaves letters that come faster than the library answers to the list, which shows the last one', async () => {
    const ahead = hook(useViewAhead).current
    for (const query of ['h', 'ha', 'har']) ahead({ query })
    expect(asked).toEqual(['h'])
    await waitFor(() => expect(client.isFetching()).toBe(0))
    ahead({ query: 'harb' })
    expect(asked).toEqual(['h', 'harb'])
  })
})
