import { expect, it, onTestFinished, vi } from 'vitest'
import { prefetches } from '../ui/lazy-part.tsx'
import { prefetchEverything } from './screens.ts'

it('prefetches nothing more for half a minute after a part could not be fetched: the service may be down', async () => {
  const declared = [...prefetches]
  onTestFinished(() => {
    vi.useRealTimers()
    prefetches.clear()
    for (const prefetch of declared) prefetches.add(prefetch)
  })
  vi.useFakeTimers()
  const asked: string[] = []
  prefetches.clear()
  prefetches.add(() => {
    asked.push('jobs')
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  prefetches.add(() => Promise.resolve(asked.push('library')))
  const prefetching = prefetchEverything()
  await vi.advanceTimersByTimeAsync(29_000)
  expect(asked).toEqual(['jobs'])
  await vi.advanceTimersByTimeAsync(2_000)
  await prefetching
  expect(asked).toEqual(['jobs', 'library'])
})
