import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { jobsQuery } from '../../worker-client/library-queries.ts'
import type { JobRecord } from '../../library/records.ts'
import { useSession } from '../../session/session-context.tsx'
import { momentWords } from '../../ui/dates.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
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
 * The same beside the name of the job's own screen, read aloud when it changes. As late as the list below it, which
 * must take keys by the time the job is called ready.
 */
export function JobState({ record }: { record: JobRecord }) {
  const { needsSignIn } = useSession()
  const status = jobStatus(useDeferredValue(record), needsSignIn)
  return (
    <p role="status" className={styles.state} data-tone={status.tone}>
      {status.words}
    </p>
  )
}

/** Since when, or for how long: the one time that stands beside the state. */
export function JobMoment({ record }: { record: JobRecord }) {
  const { phase, readyAt } = record
  if (record.jobId === undefined) return null
  if (phase === 'watched') return <Elapsed since={record.startedAt} />
  return readyAt === undefined ? null : <Moment at={readyAt} />
}

/** A sentence where something is not as it should be. */
export function JobExplanation({ record }: { record: JobRecord }) {
  const { needsSignIn } = useSession()
  const { explanation, answer } = jobStatus(record, needsSignIn)
  return (
    <>
      {explanation ? <p className={styles.explanation}>{explanation}</p> : null}
      {answer ? (
        <Disclosure summary="What the service answered">
          <pre className={styles.answer}>{answer}</pre>
        </Disclosure>
      ) : null}
    </>
  )
}

/** When the service was last asked, when it is asked next, and how long that usually goes on. */
export function CheckTimes({ record }: { record: JobRecord }) {
  const { needsSignIn } = useSession()
  const { phase, lastCheckAt } = record
  if (record.jobId === undefined || phase === 'ready') return null
  return (
    <p className={styles.times}>
      {phase === 'watched' ? (
        <Waiting record={record} waitsForSignIn={needsSignIn} />
      ) : lastCheckAt === undefined ? null : (
        <Moment of="last check" at={lastCheckAt} />
      )}
    </p>
  )
}

/** How long a finished job took; absent where it was opened by number, and its start is not known here. */
export function JobDuration({ record: { request, readyAt, startedAt } }: { record: JobRecord }) {
  const usualMs = useUsualMs()
  if (readyAt === undefined || !request) return null
  return (
    <p className={styles.times}>
      <span>took {duration(Math.max(1000, readyAt - startedAt))}</span>
      <Usually ms={usualMs} />
    </p>
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
      {record.lastCheckAt !== undefined && <span>last check {duration(now - record.lastCheckAt)} ago</span>}
      {!waitsForSignIn && nextMs !== undefined && (
        <span>{nextMs > 500 ? `next check in ${duration(nextMs)}` : 'checking now'}</span>
      )}
      {isLongWait(elapsedMs, usualMs) ? <span>taking longer than usual</span> : <Usually ms={usualMs} />}
    </>
  )
}

/** Ticks outside the live region, too. */
function Elapsed({ since }: { since: number }) {
  const now = useNow(true)
  return <span className={styles.elapsed}>waiting for {duration(now - since)}</span>
}

function Usually({ ms }: { ms: number | undefined }) {
  return ms === undefined ? null : <span>usually {aboutDuration(ms)}</span>
}

function useUsualMs(): number | undefined {
  return useQuery({ ...jobsQuery(useWorkerApi()), select: usualWaitMs }).data
}

function Moment({ of, at }: { of?: string; at: number }) {
  const [now] = useState(Date.now)
  return (
    <time dateTime={new Date(at).toISOString()}>
      {of === undefined ? null : `${of} `}
      {momentWords(at, now)}
    </time>
  )
}
