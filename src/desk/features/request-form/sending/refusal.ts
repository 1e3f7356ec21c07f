import { isOnThisMachine } from '../../../api/credentials.ts'
import type { Failure } from '../../../api/errors.ts'
import { failureKinds, type FailureWords, retryTime } from '../../../api/failure-kinds.ts'
import { type FieldErrors, assignFieldErrors } from './field-errors.ts'

/**
 * What to tell the editor about a refused request. `detail` is from the service and is plain text, whatever it
 * contains.
 */
export interface Refusal {
  readonly title: string
  readonly detail?: string | undefined
  readonly next: string
  /** Errors shown at the fields instead. */
  readonly fieldErrors?: FieldErrors | undefined
}

/** A refused request. No job was made and the form is unchanged, so every message may say so. */
export function refusalOf(failure: Failure): Refusal {
  const status = failure.status === undefined ? '' : ` (${failure.status})`
  const words = (failure.status && byStatus[failure.status]) || failureKinds[failure.kind].request
  const next = failure.retryAfterMs ? `Send it again ${retryTime(failure.retryAfterMs)}.` : words.next
  const refusal = { title: `${words.title}${status}`, next }
  if (failure.kind !== 'rejected' || failure.detail === undefined)
    return { ...refusal, detail: failure.detail }
  const assigned = assignFieldErrors(failure.detail)
  return 'fieldErrors' in assigned ? { ...refusal, ...assigned, next: atFields } : { ...refusal, ...assigned }
}

/** A request that became a job whose number could not be saved. */
export const unsavedJob = ({ detail }: Failure): Refusal => ({
  title: 'The job was made, but is not in your library',
  detail,
  next: 'Reload this page, then open the job by its number under Jobs.',
})

/** Nothing is sent: it could not arrive, but would count as sent without an answer. */
export const offline: Refusal = {
  title: 'You are offline',
  next: 'Create the job when the network is back.',
}

/** A preset without a valid number of articles. The service would choose the number instead. */
export const notRun = (articleCount: string): Refusal => ({
  title: 'The preset was not run',
  fieldErrors: { articleCount },
  next: atFields,
})

/** Whether a request certainly can't arrive. */
export const isOffline = (serviceAddress: string): boolean =>
  !navigator.onLine && !isOnThisMachine(new URL(serviceAddress))

const atFields = 'Change what is marked, then send it again.'

/** For statuses that say more than the kind of failure. */
const byStatus: Readonly<Record<number, FailureWords>> = {
  402: { title: 'The service asks for payment', next: 'Look at your account on the service.' },
  409: {
    title: 'The service reports a conflict with something it already has',
    next: failureKinds.rejected.request.next,
  },
  413: {
    title: 'The request is too large for the service',
    next: 'Skip fewer articles, then send it again.',
  },
  429: { title: 'The service asks you to slow down', next: 'Wait a minute, then send it again.' },
}
