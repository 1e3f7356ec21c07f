import { QueryClient } from '@tanstack/react-query'

/**
 * Caches small things. Nothing is retried automatically unless it opts in: the watch has its own schedule, and a
 * request for a job must never be sent twice.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
