import type { Failure, FailureKind } from './errors.ts'

// Everything that depends on the kind of a failure. A kind added to `FailureKind` doesn't compile until it has a row in
// both tables: two, since the worker needs only the first, and the second is most of the text.

/** How a check that failed like this affects a watched job; `stop`: it would fail the same way every time. */
export const effectOnWatch: Readonly<Record<FailureKind, 'try-again' | 'stop' | 'not-found' | 'ignored'>> = {
  // Handled by the session: the job is watched again as soon as the editor has signed in.
  unauthorized: 'ignored',
  forbidden: 'stop',
  'not-found': 'not-found',
  rejected: 'stop',
  busy: 'try-again',
  'service-error': 'try-again',
  unreachable: 'try-again',
  'timed-out': 'try-again',
  redirected: 'try-again',
  unreadable: 'try-again',
  'too-large': 'stop',
  storage: 'try-again',
  aborted: 'ignored',
}

/** What is said of a failure, and what the editor can do next. */
export interface FailureMeaning {
  /** Shown for a watched job after such a check. */
  readonly job: JobWords
  /**
   * Shown in the form if its request was refused: nothing was created and the form is unchanged. Whether it was refused
   * depends on the status, not the kind (`request-sending.ts`).
   */
  readonly request: FailureWords
  readonly signIn: SignInMeaning
}

export interface JobWords {
  readonly tone: 'caution' | 'bad' | 'quiet'
  readonly words: string
  /** What happened, what is safe, what to do next. `lastState` is the service's message from before the failure. */
  readonly explanation: (
    failure: Pick<Failure, 'status' | 'detail'>,
    lastState: string | undefined,
  ) => string | undefined
  /** The beginning of a response that wasn't a job, for diagnosis. */
  readonly response?: (failure: Pick<Failure, 'detail'>) => string | undefined
}

export interface FailureWords {
  readonly title: string
  readonly next: string
}

/** Where the cause lies, or that the service refused: then its own message says why. */
export type SignInMeaning =
  | { readonly cause: 'wrong-key' | 'other-service' | 'no-response' | 'no-response-in-time' }
  | { readonly cause: 'refused'; readonly words: (failure: Failure) => FailureWords }

const noService: JobWords = {
  tone: 'caution',
  words: "Can't reach the service (still trying)",
  explanation: (failure, lastState) =>
    `${failure.status === undefined ? '' : `It answered ${failure.status}${detailClause(failure)}. `}${
      lastState === undefined ? 'Nothing is lost: checks' : `It last said: ${lastState}. Checks`
    } continue automatically.`,
}

const busyService: JobWords = { ...noService, words: 'The service is busy (still trying)' }

const refusedCheck: JobWords = {
  tone: 'bad',
  words: 'Stopped watching',
  explanation: (failure) => `The service refused the check${detailClause(failure)}.`,
}

const refusedRequest: FailureWords = {
  title: 'The service did not accept the request',
  next: 'Change what it objects to, then send it again.',
}

const refusedWords = ({ status, detail }: Failure): FailureWords => ({
  title: `The service refused${status ? ` (${status})` : ''}.`,
  next: detail ? `It says: ${detail}` : 'It gave no reason. Try again later.',
})

const refusedSignIn: SignInMeaning = { cause: 'refused', words: refusedWords }

/** Of a request that may have been sent: it is kept as "Unconfirmed", unless this device could not save it. */
const unconfirmedRequest = (title: string): FailureWords => ({
  title,
  next: 'Look under Jobs to see whether it was sent before you send it again.',
})

const noResponseToRequest = unconfirmedRequest('The request has had no answer')

export const failureKinds: Readonly<Record<FailureKind, FailureMeaning>> = {
  unauthorized: {
    job: { tone: 'caution', words: 'Sign in again to go on', explanation: () => undefined },
    request: {
      title: 'The service did not accept your key',
      next: 'Sign in again, then send it again.',
    },
    signIn: { cause: 'wrong-key' },
  },
  forbidden: {
    job: {
      tone: 'bad',
      words: 'Not permitted',
      explanation: (failure) => `The service does not let this account see the job${detailClause(failure)}.`,
    },
    request: {
      title: 'The service does not permit this account to create jobs',
      next: 'Ask whoever runs the service.',
    },
    signIn: {
      cause: 'refused',
      words: (failure) => ({
        title: 'This account is not permitted to use the service.',
        next: `Your e-mail and key are right; whoever runs the service can give this account access.${detailSentence(failure)}`,
      }),
    },
  },
  'not-found': {
    job: {
      tone: 'bad',
      words: 'Not found',
      explanation: () => 'No job with this number in your account.',
    },
    request: {
      title: 'There is no such service at this address',
      next: 'Sign in again with the right service address.',
    },
    signIn: { cause: 'other-service' },
  },
  rejected: {
    job: refusedCheck,
    request: refusedRequest,
    signIn: refusedSignIn,
  },
  busy: {
    job: busyService,
    request: { title: 'The service is busy', next: 'Wait a minute, then send it again.' },
    signIn: {
      cause: 'refused',
      words: (failure) => ({
        title: failure.status === 429 ? 'Too many attempts.' : 'The service is busy.',
        next: `Try again ${retryTime(failure.retryAfterMs)}.${detailSentence(failure)}`,
      }),
    },
  },
  'service-error': {
    job: noService,
    request: unconfirmedRequest('The service reported an error'),
    signIn: {
      cause: 'refused',
      words: (failure) => ({
        title: `The service reported an error (${failure.status ?? 'no status'}).`,
        next: `Your e-mail and key may be right. Try again later.${detailSentence(failure)}`,
      }),
    },
  },
  unreachable: {
    job: noService,
    request: noResponseToRequest,
    signIn: { cause: 'no-response' },
  },
  'timed-out': {
    job: noService,
    request: noResponseToRequest,
    signIn: { cause: 'no-response-in-time' },
  },
  redirected: {
    job: {
      ...noService,
      explanation: () =>
        'The service redirects to another host, where your key is not sent. Checks continue automatically.',
    },
    request: unconfirmedRequest('The service redirects to another host, where your key is not sent'),
    signIn: { cause: 'other-service' },
  },
  unreadable: {
    job: {
      tone: 'caution',
      words: 'Unreadable answer (still trying)',
      explanation: () =>
        'The service did not answer with a job. Nothing is lost: checks continue automatically until the job has been watched for 24 hours.',
      response: ({ detail }) => detail,
    },
    request: unconfirmedRequest("The service's answer could not be read"),
    signIn: { cause: 'other-service' },
  },
  'too-large': {
    job: {
      tone: 'bad',
      words: 'The answer is too large',
      explanation: () => 'It is over 100 MB, more than the desk can read. Ask for fewer articles.',
    },
    request: unconfirmedRequest("The service's answer is too large"),
    signIn: refusedSignIn,
  },
  storage: {
    job: {
      tone: 'bad',
      words: 'The articles could not be saved (still trying)',
      explanation: () =>
        'This device is out of space or refuses to store more. The articles are still at the service; free up space first.',
    },
    request: unconfirmedRequest('This device could not save the request'),
    signIn: refusedSignIn,
  },
  aborted: {
    job: { tone: 'quiet', words: 'Stopped watching', explanation: () => undefined },
    request: noResponseToRequest,
    signIn: refusedSignIn,
  },
}

/** @param kind as stored in the library, where another version of the desk may have written one unknown here */
export const meaningOfFailure = (kind: string): FailureMeaning =>
  Object.hasOwn(failureKinds, kind) ? failureKinds[kind as FailureKind] : failureKinds.unreachable

/** Why the service refused a sign-in. */
export function refusedSignInWords(failure: Failure): FailureWords {
  const { signIn } = failureKinds[failure.kind]
  return signIn.cause === 'refused' ? signIn.words(failure) : refusedWords(failure)
}

/** The service's message for use within a sentence, without its final full stop. */
export const detailClause = ({ detail }: Pick<Failure, 'detail'>): string =>
  detail ? `: ${detail.replace(/\.$/, '')}` : ''

/** The service's message as a sentence of its own. */
export const detailSentence = ({ detail }: Failure): string => (detail ? ` It says: ${detail}` : '')

/** When to try again: "in 30 s". */
export function retryTime(ms: number | undefined): string {
  if (ms === undefined) return 'in a minute'
  const seconds = Math.ceil(ms / 1000)
  return seconds < 90 ? `in ${seconds} s` : `in ${Math.ceil(seconds / 60)} min`
}
