import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { jobsQuery } from '../../worker-client/library-queries.ts'
import { useSession } from '../../session/session-context.tsx'
import { useDoneNotice } from './use-done-notice.tsx'

/** Shows the notices of the watch on every screen. Renders nothing itself. */
export function WatchJobs() {
  const worker = useWorkerApi()
  const { requireSignIn } = useSession()
  const { data: records = [] } = useQuery(jobsQuery(worker))

  useEffect(
    () => worker.subscribe(({ kind }) => kind === 'refused' && requireSignIn()),
    [worker, requireSignIn],
  )

  useDoneNotice(records)
  return null
}
