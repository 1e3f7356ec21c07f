import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useIntake } from '../../intake/intake-context.tsx'
import type { JobRecord } from '../../library/records.ts'
import { useSession } from '../../session/session-context.tsx'
import { watchQueries } from './watch-queries.ts'

/** Asks for a job at once; a check already on its way is joined, not repeated. */
export function useCheckNow(record: JobRecord) {
  const intake = useIntake()
  const client = useQueryClient()
  const { requireSignIn } = useSession()
  return useMutation({
    mutationFn: () => client.fetchQuery({ ...watchQueries.watch(intake, record), staleTime: 0 }),
    onSuccess: ({ failure }) => {
      if (failure?.kind === 'unauthorized') requireSignIn()
    },
    networkMode: 'always',
  })
}
