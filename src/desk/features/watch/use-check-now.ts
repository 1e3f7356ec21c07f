import { useMutation } from '@tanstack/react-query'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import type { JobRecord } from '../../library/records.ts'
import { useSession } from '../../session/session-context.tsx'

/** Asks for a job at once; a check already on its way is joined, not repeated. */
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
