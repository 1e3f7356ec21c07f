import { useQuery } from '@tanstack/react-query'
import type { PartialResult } from '../../intake/intake.ts'
import { partialKey } from '../../intake/library-queries.ts'
import type { JobKey } from '../../library/records.ts'

/** The articles of an answer that is still coming, if one is. */
export function usePartialResult(key: JobKey): PartialResult | undefined {
  const { data } = useQuery<PartialResult | null>({
    queryKey: partialKey(key),
    queryFn: () => Promise.reject(new Error('A partial result is only ever told of')),
    enabled: false,
    gcTime: 0,
  })
  return data ?? undefined
}
