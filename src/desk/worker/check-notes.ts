import type { JobHead } from '../../contract/job.ts'
import { meaningOfState } from '../../contract/job-state.ts'
import type { Failure } from '../api/errors.ts'
import { effectOnWatch } from '../api/failure-kinds.ts'
import { plainLine } from '../api/service-message.ts'
import type { CheckNote } from '../library/jobs/stored-jobs.ts'
import type { JobPhase, JobRecord } from '../library/records.ts'
import { failuresBeforeFailed, nextCheckDelayMs, restAfterMs, watchedForMs } from './next-check.ts'

interface Moment {
  readonly at: number
  /** From 0 to 1. */
  readonly random: number
}

/** What to record after a check that found the job unfinished. */
export function noteOfState(record: JobRecord, { state, category }: JobHead, moment: Moment): CheckNote {
  const failureWordCount = meaningOfState(state) === 'failure' ? record.failureWordCount + 1 : 0
  const watchedMs = watchedForMs(record, moment.at)
  const phase = phaseAfterResponse(record, failureWordCount, watchedMs)
  const next = { phase, watchedMs, failureWordCount, failedChecks: 0 }
  // Some services put a whole error message there.
  return { ...noteOf(record, next, moment), state: plainLine(state), category }
}

function phaseAfterResponse(record: JobRecord, failureWordCount: number, watchedMs: number): JobPhase {
  // Its articles are here, or the editor wants no checks: a single manual check changes neither.
  if (record.phase === 'ready' || record.phase === 'stopped' || record.phase === 'resting')
    return record.phase
  if (failureWordCount >= failuresBeforeFailed) return 'failed'
  return watchedMs > restAfterMs ? 'resting' : 'watched'
}

/** What both kinds of notes have: how the job goes on, and when it is checked next. */
function noteOf(
  { phase: phaseBefore, startedAt }: JobRecord,
  next: Pick<CheckNote, 'phase' | 'watchedMs' | 'failureWordCount' | 'failedChecks'>,
  { at, ...timing }: Moment & Pick<Failure, 'retryAfterMs'>,
): CheckNote {
  const delayMs = nextCheckDelayMs({ ageMs: at - startedAt, failedChecks: next.failedChecks, ...timing })
  return { ...next, at, phaseBefore, nextCheckAt: next.phase === 'watched' ? at + delayMs : undefined }
}

/** What to record after a check that failed; undefined if the failure says nothing about the job. */
export function noteOfFailure(record: JobRecord, failure: Failure, moment: Moment): CheckNote | undefined {
  if (effectOnWatch[failure.kind] === 'ignored') return undefined
  const failedChecks = wasAway(record, moment.at) ? 1 : record.failedChecks + 1
  const watchedMs = watchedForMs(record, moment.at)
  const phase = phaseAfterFailure({ ...record, failedChecks, watchedMs }, failure)
  const next = { phase, watchedMs, failureWordCount: record.failureWordCount, failedChecks }
  const { kind, status, detail, retryAfterMs } = failure
  return { ...noteOf(record, next, { ...moment, retryAfterMs }), failure: { kind, status, detail } }
}

function phaseAfterFailure(record: JobRecord, { kind }: Failure): JobPhase {
  const { phase, failedChecks, watchedMs = 0 } = record
  const effect = effectOnWatch[kind]
  if (phase === 'ready') return 'ready'
  if (effect === 'not-found') return 'not-found'
  if (phase !== 'watched') return phase
  if (effect === 'stop') return 'stopped'
  const isGivenUp = failedChecks >= failuresBeforeResting && watchedMs > restAfterMs
  return isGivenUp ? 'resting' : 'watched'
}

/** More than a device produces in the minutes its network takes to come back after a night. */
const failuresBeforeResting = 20

/** Longer than any service can ask a watch to wait: the device slept, or the desk was closed. */
const longestGapMs = 2 * 3_600_000

/** Whether nobody has watched since the last check: earlier failures say nothing about the service as it is now. */
const wasAway = ({ lastCheckAt }: JobRecord, at: number): boolean =>
  lastCheckAt !== undefined && at - lastCheckAt > longestGapMs
