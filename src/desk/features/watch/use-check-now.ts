import { useMutation } from '@tanstack/react-query'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import type { JobRecord } from '../../library/records.ts'
import { useSession } from '../../session/session-context.tsx'

/** Checks a job at once; joins a check that is already in progress. */
export function useCheckNow({ key }: JobRecord) {
  const worker = useWorkerApi()
  const { requireSignIn } = useSession()
  return useMutation({
    mutationFn: () => worker.checkJob(key),
    onSuccess: ({ failure }) => {
      if (failure?.kind === 'unauthorized') requireSignIn()
    },
    networkMode: 'always',
  })
}
