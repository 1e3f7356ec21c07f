import { useQuery } from '@tanstack/react-query'
import { useIntake } from '../../intake/intake-context.tsx'
import { jobsQuery } from '../../intake/library-queries.ts'
import type { JobRecord } from '../../library/records.ts'
import { useSession } from '../../session/session-context.tsx'
import { aboutDuration, duration } from './elapsed.ts'
import { articles, jobStatus } from './job-status.ts'
import styles from './status.module.css'
import { useArrival } from './use-arrival.ts'
import { useNow } from './use-now.ts'
import { isLongWait, usualWaitMs } from './usual-wait.ts'

/** Where a job is, in a few words with a mark beside them: for a line of the history. */
export function JobStatusWords({ record }: { record: JobRecord }) {
  const { needsSignIn } = useSession()
  const status = jobStatus(record, needsSignIn)
  return (
    <span className={styles.words} data-tone={status.tone}>
      {status.words}
    </span>
  )
}

/** Where a job is: the words, an explanation where one helps, and, while it is watched, the times. */
export function JobStatus({ record }: { record: JobRecord }) {
  const { needsSignIn } = useSession()
  const status = jobStatus(record, needsSignIn)
  const watched = record.phase === 'watched'
  return (
    <div className={styles.status}>
      <p role="status" className={styles.headline} data-tone={status.tone}>
        {status.words}
      </p>
      {status.explanation && <p className={styles.explanation}>{status.explanation}</p>}
      {watched && <Times record={record} waitsForSignIn={needsSignIn} />}
    </div>
  )
}

/** Ticks each second, outside the live region: a screen reader would read every second aloud. */
function Times({ record, waitsForSignIn }: { record: JobRecord; waitsForSignIn: boolean }) {
  const now = useNow(true)
  const arrival = useArrival(record.key)
  const { data: usualMs } = useQuery({ ...jobsQuery(useIntake()), select: usualWaitMs })
  const elapsedMs = now - record.startedAt
  const nextMs = record.nextCheckAt === undefined ? undefined : record.nextCheckAt - now
  return (
    <p className={styles.times}>
      <span>waiting for {duration(elapsedMs)}</span>
      {record.lastCheckAt !== undefined && <span>last check {duration(now - record.lastCheckAt)} ago</span>}
      {!waitsForSignIn && nextMs !== undefined && (
        <span>{nextMs > 500 ? `next check in ${duration(nextMs)}` : 'checking now'}</span>
      )}
      {arrival && <span>{articles(arrival.receivedCount)} so far</span>}
      {isLongWait(elapsedMs, usualMs) ? (
        <span>taking longer than usual</span>
      ) : (
        usualMs !== undefined && <span>usually {aboutDuration(usualMs)}</span>
      )}
    </p>
  )
}
