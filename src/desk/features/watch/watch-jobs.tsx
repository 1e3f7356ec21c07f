import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIntake } from '../../intake/intake-context.tsx'
import { jobsQuery } from '../../intake/library-queries.ts'
import { useSession } from '../../session/session-context.tsx'
import { useDoneNotice } from './use-done-notice.tsx'
import { useWatchLeader } from './use-watch-leader.ts'
import { type Checked, watchQueries } from './watch-queries.ts'

/** Watches every unfinished job of the account, whichever screen is open. Draws nothing. */
export function WatchJobs() {
  const intake = useIntake()
  const { account, needsSignIn, requireSignIn } = useSession()
  const { data: records = [] } = useQuery(jobsQuery(intake))
  const isLeader = useWatchLeader(`${account?.email} ${account?.serviceAddress}`)
  const watched = records.filter((record) => record.phase === 'watched')

  // After a 401 nothing is asked until the editor has signed in again: a wrong key repeated locks accounts.
  const enabled = isLeader && !needsSignIn
  const refusedAt = useQueries({
    queries: watched.map((record) => ({ ...watchQueries.watch(intake, record), enabled })),
    combine: latestRefusal,
  })

  useEffect(() => {
    if (refusedAt > 0) requireSignIn()
  }, [refusedAt, requireSignIn])

  useDoneNotice(records, isLeader)
  return null
}

/** When the key was last refused; a time rather than a flag, so that a second refusal is news again. */
function latestRefusal(results: readonly UseQueryResult<Checked>[]): number {
  const refused = results.filter((result) => result.data?.failure?.kind === 'unauthorized')
  return Math.max(0, ...refused.map((result) => result.dataUpdatedAt))
}
