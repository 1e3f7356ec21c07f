import type { FailureKind } from '../../api/errors.ts'
import { detailClause, effectOnWatch, failureKinds, meaningOfFailure } from '../../api/failure-kinds.ts'
import type { JobRecord, StoredFailure } from '../../library/records.ts'
import { pluralize } from '../../ui/number-words.ts'

/** The state of a job in words, and what else an editor may want to know. */
export interface JobStatus {
  readonly tone: 'waiting' | 'good' | 'caution' | 'bad' | 'quiet'
  readonly words: string
  /** What happened, what is safe and what to do next; absent if the state says it all. */
  readonly explanation?: string | undefined
  /** The service's unexpected response, unchanged. */
  readonly response?: string | undefined
}

/** @param needsSignIn whether the service has refused the key since the last sign-in */
export function jobStatus(record: JobRecord, needsSignIn: boolean): JobStatus {
  switch (record.phase) {
    case 'sending':
      return { tone: 'waiting', words: 'Sending' }
    case 'unconfirmed':
      return {
        tone: 'caution',
        words: 'Unconfirmed',
        explanation: unconfirmedWords(record.failure),
        response: record.failure && responseOf(record.failure),
      }
    case 'ready':
      if (record.articleCount > 0)
        return { tone: 'good', words: `Ready: ${pluralize(record.articleCount, 'article')}` }
      return record.setAsideCount > 0
        ? { tone: 'caution', words: 'Finished: nothing readable' }
        : { tone: 'quiet', words: 'Finished: nothing found' }
    case 'not-found': {
      const { tone, words, explanation } = failureKinds['not-found'].job
      const next = record.request ? 'The request is kept here.' : 'Check the number.'
      return { tone, words, explanation: `${explanation({}, undefined)} ${next}` }
    }
    case 'failed':
      return {
        tone: 'bad',
        words: `Service says: ${record.state ?? 'failure'}`,
        explanation: `It said so three times in a row, so automatic checks have stopped. ${
          record.request
            ? 'The request is kept: check once more, or create the job again.'
            : 'Check once more to be sure.'
        }`,
      }
    case 'stopped':
      return stopped(record)
    case 'resting':
      return {
        tone: 'quiet',
        words: 'Stopped watching',
        explanation: `${restingWords(record.failure)} You can watch it again at any time.`,
      }
    case 'watched':
      return needsSignIn ? signInAgain : watched(record)
  }
}

/** What came back when the request was sent, if anything did: it does not say whether there is a job. */
function unconfirmedWords(failure: StoredFailure | undefined): string {
  // The service has made the job: these words give its number.
  if (failure?.kind === 'storage' && failure.detail) return failure.detail
  const { kind = 'aborted', status } = failure ?? {}
  const known = status === undefined ? '' : ` (${status})`
  const detail = failure && !responseOf(failure) ? detailClause(failure) : ''
  return `${meaningOfFailure(kind).request.title}${known}${detail}. The service may or may not have made the job.`
}

const responseOf = (failure: StoredFailure): string | undefined =>
  meaningOfFailure(failure.kind).job.response?.(failure)

function restingWords(failure: StoredFailure | undefined): string {
  switch (failure?.kind) {
    case undefined:
      return 'The job had not finished after 24 hours.'
    case 'unreadable':
      return "After 24 hours the service's answers still could not be read."
    case 'storage':
      return 'After 24 hours the articles still could not be saved on this device.'
    case 'unreachable':
    case 'timed-out':
      return 'The job had not finished after 24 hours, and the service has stopped answering.'
    default:
      return `The job had not finished after 24 hours, and the service gives no usable answer${failure?.status ? ` (${failure.status})` : ''}.`
  }
}

const signInAgain: JobStatus = {
  tone: failureKinds.unauthorized.job.tone,
  words: failureKinds.unauthorized.job.words,
}

function watched(record: JobRecord): JobStatus {
  const { failure, state } = record
  if (failure) return afterFailure(record, failure)
  if (state === undefined) return { tone: 'waiting', words: 'Waiting for the service' }
  return { tone: 'waiting', words: `Service says: ${state}` }
}

/** The editor stopped it, or a check failed in a way that would repeat every time. */
function stopped(record: JobRecord): JobStatus {
  const { failure } = record
  if (failure && effectOnWatch[failure.kind as FailureKind] === 'stop') return afterFailure(record, failure)
  return { tone: 'quiet', words: 'Stopped watching' }
}

function afterFailure({ state }: JobRecord, failure: StoredFailure): JobStatus {
  const { tone, words, explanation } = meaningOfFailure(failure.kind).job
  return { tone, words, explanation: explanation(failure, state), response: responseOf(failure) }
}
