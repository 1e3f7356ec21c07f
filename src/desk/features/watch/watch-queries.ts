import { queryOptions } from '@tanstack/react-query'
import type { WorkerApi } from '../../worker-client/worker-api.ts'
import { libraryKeys } from '../../worker-client/library-queries.ts'
import type { JobRecord } from '../../library/records.ts'

/** Answers are told of as they come; asking again is for what was told while nobody listened. */
const askAgainMs = 5_000

export const watchQueries = {
  /**
   * The latest answer to a job, the same in every tab. When the service is asked is decided where no page can hold it
   * up: this asks what is known by now, again and again for as long as the job is watched.
   */
  answer: (worker: WorkerApi, { key, phase }: Pick<JobRecord, 'key' | 'phase'>) =>
    queryOptions({
      queryKey: libraryKeys.answer(worker.library.name, key),
      queryFn: () => worker.latestAnswer(key),
      refetchInterval: phase === 'watched' ? askAgainMs : false,
      networkMode: 'always',
      retry: false,
      structuralSharing: false,
      gcTime: 0,
    }),
}
