import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useIntake } from '../../intake/intake-context.tsx'
import { jobsQuery } from '../../intake/library-queries.ts'
import type { JobRecord } from '../../library/records.ts'
import { useSession } from '../../session/session-context.tsx'
import { momentWords } from '../../ui/dates.ts'
import { aboutDuration, duration } from './elapsed.ts'
import { jobStatus } from './job-status.ts'
import styles from './status.module.css'
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

/**
 * The same as the headline of the job's own screen, read aloud when it changes. As late as the list below it, which
 * must take keys by the time the job is called ready.
 */
export function JobHeadline({ record }: { record: JobRecord }) {
  const { needsSignIn } = useSession()
  const status = jobStatus(useDeferredValue(record), needsSignIn)
  return (
    <p role="status" className={styles.headline} data-tone={status.tone}>
      {status.words}
    </p>
  )
}

/** What stands below the headline: the times, and a sentence where something is not as it should be. */
export function JobProgress({ record }: { record: JobRecord }) {
  const { needsSignIn } = useSession()
  const { explanation } = jobStatus(record, needsSignIn)
  return (
    <div className={styles.progress}>
      {record.jobId === undefined ? null : (
        <p className={styles.times}>
          {record.phase === 'watched' ? (
            <Waiting record={record} waitsForSignIn={needsSignIn} />
          ) : (
            <Ended record={record} />
          )}
        </p>
      )}
      {explanation && <p className={styles.explanation}>{explanation}</p>}
    </div>
  )
}

/** Ticks each second, outside the live region: a screen reader would read every second aloud. */
function Waiting({ record, waitsForSignIn }: { record: JobRecord; waitsForSignIn: boolean }) {
  const now = useNow(true)
  const usualMs = useUsualMs()
  const elapsedMs = now - record.startedAt
  // With a clock that was set back the next check would be an hour away; the watch does not wait for that.
  const nextMs =
    record.nextCheckAt === undefined ? undefined : record.nextCheckAt - Math.max(now, record.lastCheckAt ?? 0)
  return (
    <>
      <span>waiting for {duration(elapsedMs)}</span>
      {record.lastCheckAt !== undefined && <span>last check {duration(now - record.lastCheckAt)} ago</span>}
      {!waitsForSignIn && nextMs !== undefined && (
        <span>{nextMs > 500 ? `next check in ${duration(nextMs)}` : 'checking now'}</span>
      )}
      {isLongWait(elapsedMs, usualMs) ? <span>taking longer than usual</span> : <Usually ms={usualMs} />}
    </>
  )
}

/** As many figures as while it was watched, in the same places: what is below them stays where it is. */
function Ended({ record }: { record: JobRecord }) {
  const { phase, request, readyAt, startedAt, lastCheckAt } = record
  const usualMs = useUsualMs()
  if (phase !== 'ready' || readyAt === undefined)
    return lastCheckAt === undefined ? null : <Moment of="last check" at={lastCheckAt} />
  return (
    <>
      <Moment of="collected" at={readyAt} />
      {/* A job opened by number was made at a time this device does not know. */}
      {request ? <span>took {duration(Math.max(1000, readyAt - startedAt))}</span> : null}
      <Usually ms={usualMs} />
    </>
  )
}

function Usually({ ms }: { ms: number | undefined }) {
  return ms === undefined ? null : <span>usually {aboutDuration(ms)}</span>
}

function useUsualMs(): number | undefined {
  return useQuery({ ...jobsQuery(useIntake()), select: usualWaitMs }).data
}

function Moment({ of, at }: { of: string; at: number }) {
  const [now] = useState(Date.now)
  return (
    <time dateTime={new Date(at).toISOString()}>
      {of} {momentWords(at, now)}
    </time>
  )
}
