import { countIds } from '../../../contract/ids.ts'
import type { JobRequest } from '../../../contract/job-request.ts'
import type { JobAnswer, JobKey, JobRecord, RequestSummary, StoredFailure } from '../records.ts'

/** The state changes of a job's record, as pure functions. */

/** A check of a job that did not return its articles. */
export interface CheckNote {
  readonly at: number
  readonly nextCheckAt?: number | undefined
  readonly phase: JobRecord['phase']
  readonly watchedMs?: number | undefined
  readonly state?: string | undefined
  readonly category?: string | undefined
  readonly failureWordCount: number
  readonly failedChecks: number
  readonly failure?: StoredFailure | undefined
}

const blank = {
  failureWordCount: 0,
  failedChecks: 0,
  category: '',
  articleCount: 0,
  newCount: 0,
  skippedReturned: 0,
  setAsideCount: 0,
  setAside: [],
} as const

/** Maximum number of set-aside articles stored with a job. */
const setAsideKept = 100

export function sendingRecord(
  key: JobKey,
  request: JobRequest,
  at: number,
  madeFrom: JobRecord | undefined,
): JobRecord {
  return {
    ...blank,
    key,
    request: summarize(request),
    madeFrom: madeFrom?.key,
    chain: madeFrom && (madeFrom.chain ?? madeFrom.key),
    startedAt: at,
    phase: 'sending',
  }
}

function summarize({ idsToSkip, ...rest }: JobRequest): RequestSummary {
  return { ...rest, skipCount: countIds(idsToSkip) }
}

/** @param known the job, if it was opened by number before the answer to its request arrived */
export function acceptedRecord(
  sent: JobRecord,
  { key, jobId, known }: { key: JobKey; jobId: number; known: JobRecord | undefined },
): JobRecord {
  const { request, madeFrom, chain, skipScope } = sent
  const origin = { request, madeFrom, chain, skipScope }
  if (known) return { ...known, ...origin, startedAt: sent.startedAt, removedAt: undefined }
  return { ...sent, key, jobId, phase: 'watched', failure: undefined, removedAt: undefined }
}

export function openedRecord(key: JobKey, jobId: number, at: number): JobRecord {
  return { ...blank, key, jobId, startedAt: at, phase: 'watched' }
}

export function checkedRecord(record: JobRecord, { at, ...note }: CheckNote): JobRecord {
  return {
    ...record,
    phase: note.phase,
    state: note.state ?? record.state,
    category: note.category ?? record.category,
    watchedMs: note.watchedMs ?? record.watchedMs,
    failureWordCount: note.failureWordCount,
    failedChecks: note.failedChecks,
    failure: note.failure,
    lastCheckAt: at,
    nextCheckAt: note.nextCheckAt,
  }
}

/** @param watchedSince when watching resumed, in milliseconds since the epoch; restarts the 24 hours until it rests */
export function phasedRecord(
  record: JobRecord,
  phase: 'watched' | 'stopped',
  watchedSince: number,
): JobRecord {
  if (phase === 'stopped') return { ...record, phase, nextCheckAt: undefined }
  return {
    ...record,
    phase,
    watchedSince,
    watchedMs: undefined,
    nextCheckAt: watchedSince,
    failureWordCount: 0,
    failedChecks: 0,
    failure: undefined,
  }
}

export function readyRecord(
  record: JobRecord,
  answer: JobAnswer,
  counts: { at: number; newCount: number; skippedReturned: number },
): JobRecord {
  return {
    ...record,
    phase: 'ready',
    state: answer.state,
    category: answer.category,
    failureWordCount: 0,
    failedChecks: 0,
    failure: undefined,
    lastCheckAt: counts.at,
    nextCheckAt: undefined,
    readyAt: record.readyAt ?? counts.at,
    articleCount: answer.articles.length,
    newCount: counts.newCount,
    skippedReturned: counts.skippedReturned,
    setAsideCount: answer.setAside.length,
    setAside: answer.setAside.slice(0, setAsideKept),
  }
}
