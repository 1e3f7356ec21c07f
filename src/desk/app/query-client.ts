import { notifyManager, QueryClient } from '@tanstack/react-query'

// By default a timer announces a result, on a busy page several frames late: a job's first card would be drawn
// up to 40 ms later.
notifyManager.setScheduler(queueMicrotask)

/**
 * Caches small things. Nothing is retried automatically unless it opts in: the watch has its own schedule, and a
 * request for a job must never be sent twice. Network mode "always", since the library works offline, too.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
