import type { JobRecord } from '../../library/records.ts'

/** Where a job is, in the words of the design, and what an editor may want to know beside it. */
export interface JobStatus {
  readonly tone: 'waiting' | 'good' | 'caution' | 'bad' | 'quiet'
  readonly words: string
  /** A sentence on what happened, what is safe and what to do next; absent where the words say it all. */
  readonly explanation?: string
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
        explanation: `The request has had no answer${because(record)}. The service may or may not have made the job.`,
      }
    case 'ready':
      return { tone: 'good', words: `Ready: ${articles(record.articleCount)}` }
    case 'not-found':
      return {
        tone: 'bad',
        words: 'Not found',
        explanation: record.request
          ? 'The service knows no such job for this account. What was asked for is kept here.'
          : 'The service knows no such job for this account. Check the number.',
      }
    case 'failed':
      return {
        tone: 'bad',
        words: `Service says: ${record.state ?? 'failure'}`,
        explanation: `It said so three times running, so the automatic checks have ended. ${
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
        explanation: record.failure
          ? 'For 24 hours there was no end, and lately no answer. The job can be watched again at any time.'
          : 'The job had not ended after 24 hours. It can be watched again at any time.',
      }
    case 'watched':
      return needsSignIn ? { tone: 'caution', words: 'Sign in again to go on' } : watched(record)
  }
}

export function articles(count: number): string {
  if (count === 0) return 'no articles'
  return count === 1 ? '1 article' : `${count.toLocaleString('en')} articles`
}

function watched(record: JobRecord): JobStatus {
  const { failure, state } = record
  if (failure?.kind === 'unreadable')
    return {
      tone: 'caution',
      words: "Can't read the service's answer (still trying)",
      explanation: failure.detail ? `It began: ${failure.detail}` : 'The answer was not a job.',
    }
  if (failure?.kind === 'storage')
    return {
      tone: 'bad',
      words: 'The articles could not be saved (still trying)',
      explanation:
        'This device has no room or refuses to store. The articles stay at the service; make room first.',
    }
  if (failure)
    return {
      tone: 'caution',
      words: "Can't reach the service (still trying)",
      explanation: failure.status
        ? `It answered ${failure.status}${because(record)}. Nothing is lost: checks go on by themselves.`
        : undefinedUnless(record),
    }
  if (state === undefined) return { tone: 'waiting', words: 'Waiting for the service' }
  return { tone: 'waiting', words: `Service says: ${state}` }
}

function stopped(record: JobRecord): JobStatus {
  const { failure } = record
  if (failure?.kind === 'forbidden')
    return {
      tone: 'bad',
      words: 'Not permitted',
      explanation: `The service does not let this account see the job${because(record)}.`,
    }
  if (failure?.kind === 'too-large')
    return {
      tone: 'bad',
      words: 'The answer is too large',
      explanation: 'It is over 100 MB, more than this page can take in. Ask for fewer articles.',
    }
  if (failure && failure.kind !== 'aborted')
    return {
      tone: 'bad',
      words: 'Stopped watching',
      explanation: `The service refused the check${because(record)}.`,
    }
  return { tone: 'quiet', words: 'Stopped watching' }
}

function undefinedUnless(record: JobRecord): string {
  return record.state === undefined
    ? 'Nothing is lost: checks go on by themselves.'
    : `It last said: ${record.state}. Checks go on by themselves.`
}

/** In the service's words, without their full stop: the sentence has its own. */
function because(record: JobRecord): string {
  return record.failure?.detail ? `: ${record.failure.detail.replace(/\.$/, '')}` : ''
}
