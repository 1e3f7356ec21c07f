import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIntake } from '../../intake/intake-context.tsx'
import { jobsQuery } from '../../intake/library-queries.ts'
import { useSession } from '../../session/session-context.tsx'
import { useDoneNotice } from './use-done-notice.tsx'

/** Tells the editor what the watch has to tell, whichever screen is open. Draws nothing. */
export function WatchJobs() {
  const intake = useIntake()
  const { requireSignIn } = useSession()
  const { data: records = [] } = useQuery(jobsQuery(intake))

  useEffect(
    () => intake.subscribe(({ kind }) => kind === 'refused' && requireSignIn()),
    [intake, requireSignIn],
  )

  useDoneNotice(records)
  return null
}
