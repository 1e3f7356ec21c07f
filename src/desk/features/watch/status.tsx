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

/** The state of a job in a few words with a mark, for a row of the list of jobs. */
export function JobStatusWords({ record }: { record: JobRecord }) {
  const status = useJobStatus(record)
  return (
    <span className={styles.words} data-tone={status.tone}>
      {status.words}
    </span>
  )
}

/**
 * The same beside the heading of the job's screen, announced when it changes. Rendered with the same delay as the list
 * below, which must handle keys by the time the job is called ready.
 */
export function JobState({ record }: { record: JobRecord }) {
  const status = useJobStatus(useDeferredValue(record))
  return (
    <p role="status" className={styles.state} data-tone={status.tone}>
      {status.words}
    </p>
  )
}

/** The one time shown beside the state: since when, or for how long. */
export function JobMoment({ record }: { record: JobRecord }) {
  const { phase, readyAt, failure } = record
  if (record.jobId === undefined) return null
  // The words for trouble, which comes and goes, take its place: on another line, it would move what is below.
  if (phase === 'watched') return failure ? null : <Elapsed since={record.startedAt} />
  return readyAt === undefined ? null : <Moment at={readyAt} />
}

/** A sentence if something is wrong. */
export function JobExplanation({ record }: { record: JobRecord }) {
  const { tone, explanation, response } = useJobStatus(record)
  return (
    <>
      {explanation ? (
        // The words of the state, which are announced, were the same before: they do not say that the checks have ended.
        <p role={tone === 'bad' ? 'alert' : undefined} className={styles.explanation}>
          {explanation}
        </p>
      ) : null}
      {response ? (
        <Disclosure summary="What the service answered">
          <pre className={styles.response}>{response}</pre>
        </Disclosure>
      ) : null}
    </>
  )
}

/** When the service was last asked, when it will be asked next, and how long jobs usually take. */
export function CheckTimes({ record }: { record: JobRecord }) {
  const { phase, lastCheckAt } = record
  return (
    <p className={`${styles.times} ${styles.ticking}`}>
      {phase === 'watched' ? (
        <Waiting record={record} />
      ) : lastCheckAt === undefined ? null : (
        <Moment of="last check" at={lastCheckAt} />
      )}
    </p>
  )
}

/**
 * When a job was finished, and after how long: unknown if it was opened by number. Not "took": it may have been ready
 * for hours while the device slept.
 */
export function JobDuration({ record: { request, readyAt, startedAt } }: { record: JobRecord }) {
  const usualMs = useUsualMs()
  if (readyAt === undefined) return null
  return (
    <p className={styles.times}>
      <Moment of="ready" at={readyAt} />
      {request ? (
        <>
          <span>received after {duration(Math.max(1000, readyAt - startedAt))}</span>
          <Usually ms={usualMs} />
        </>
      ) : null}
    </p>
  )
}

/** Ticks every second, outside the live region: a screen reader would announce every second. */
function Waiting({ record }: { record: JobRecord }) {
  const { needsSignIn } = useSession()
  const now = useNow()
  const usualMs = useUsualMs()
  const elapsedMs = now - record.startedAt
  // If the clock was set back, the next check would seem an hour away; the watch does not wait that long.
  const nextMs =
    record.nextCheckAt === undefined ? undefined : record.nextCheckAt - Math.max(now, record.lastCheckAt ?? 0)
  return (
    <>
      {record.lastCheckAt !== undefined && <span>last check {duration(now - record.lastCheckAt)} ago</span>}
      {!needsSignIn && nextMs !== undefined && (
        <span>{nextMs > 500 ? `next check in ${duration(nextMs)}` : 'checking now'}</span>
      )}
      {isLongWait(elapsedMs, usualMs) ? (
        <span>
          <span className={styles.lead}>taking </span>longer than usual
        </span>
      ) : (
        <Usually ms={usualMs} />
      )}
    </>
  )
}

/** Also ticks outside the live region. */
function Elapsed({ since }: { since: number }) {
  const now = useNow()
  return (
    <span className={styles.elapsed}>
      <span className={styles.lead}>waiting for </span>
      {duration(now - since)}
    </span>
  )
}

function Usually({ ms }: { ms: number | undefined }) {
  return <span>{ms === undefined ? null : `usually ${aboutDuration(ms)}`}</span>
}

const useJobStatus = (record: JobRecord) => jobStatus(record, useSession().needsSignIn)

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
