import { useQuery } from '@tanstack/react-query'
import type { Arrival } from '../../intake/intake.ts'
import { arrivalKey } from '../../intake/library-queries.ts'
import type { JobKey } from '../../library/records.ts'

/** The articles of an answer that is still coming, if one is; the check that reads it keeps this up to date. */
export function useArrival(key: JobKey): Arrival | undefined {
  const { data } = useQuery<Arrival | null>({
    queryKey: arrivalKey(key),
    queryFn: () => Promise.reject(new Error('An arrival is only ever put here by a check')),
    enabled: false,
    gcTime: 0,
  })
  return data ?? undefined
}
