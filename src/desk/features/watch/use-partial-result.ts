import { useQuery } from '@tanstack/react-query'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import type { PartialResult } from '../../worker-client/worker-api.ts'
import type { JobRecord } from '../../library/records.ts'
import { watchQueries } from './watch-queries.ts'

/** The articles of an answer that is still coming, if one is. */
export function usePartialResult(record: JobRecord): PartialResult | undefined {
  return useQuery(watchQueries.answer(useWorkerApi(), record)).data?.partial
}
