import { useQuery } from '@tanstack/react-query'
import { useIntake } from '../../intake/intake-context.tsx'
import type { PartialResult } from '../../intake/intake.ts'
import type { JobRecord } from '../../library/records.ts'
import { watchQueries } from './watch-queries.ts'

/** The articles of an answer that is still coming, if one is. */
export function usePartialResult(record: JobRecord): PartialResult | undefined {
  return useQuery(watchQueries.answer(useIntake(), record)).data?.partial
}
