import type { Failure, FailureKind } from '../../api/errors.ts'
import { type FieldFaults, placeFaults } from './field-faults.ts'

/** What an editor is told when a request was not accepted. `detail` is the service's own: plain text, whatever it holds. */
export interface Refusal {
  readonly title: string
  readonly detail?: string | undefined
  readonly next: string
  /** What is said at the fields instead. */
  readonly faults?: FieldFaults | undefined
}

/** A request the service did not take. Nothing was made, and the form is as it was: every one of these may say so. */
export function refusalOf(failure: Failure): Refusal {
  const status = failure.status === undefined ? '' : ` (${failure.status})`
  const words = (failure.status && byStatus[failure.status]) || byKind[failure.kind] || otherwise
  const wait = failure.retryAfterMs && `Wait ${Math.ceil(failure.retryAfterMs / 1000)} s, then send it again.`
  const refusal = { title: `${words.title}${status}`, next: wait || words.next }
  if (failure.kind !== 'rejected' || failure.detail === undefined)
    return { ...refusal, detail: failure.detail }
  const placed = placeFaults(failure.detail)
  return 'faults' in placed ? { ...refusal, ...placed, next: atFields } : { ...refusal, ...placed }
}

const atFields = 'Change what is marked, then send it again.'

interface Words {
  readonly title: string
  readonly next: string
}

const otherwise: Words = {
  title: 'The service did not accept the request',
  next: 'Change what it objects to, then send it again.',
}

const byStatus: Readonly<Record<number, Words>> = {
  402: { title: 'The service asks for payment', next: 'Look at your account on the service.' },
  409: { title: 'The service says this conflicts with something it has', next: otherwise.next },
  413: {
    title: 'The request is too large for the service',
    next: 'Skip fewer articles, then send it again.',
  },
  429: { title: 'The service asks you to slow down', next: 'Wait a minute, then send it again.' },
}

const byKind: Partial<Record<FailureKind, Words>> = {
  unauthorized: { title: 'The service no longer takes your key', next: 'Sign in again, then send it again.' },
  forbidden: {
    title: 'The service does not permit this account to create jobs',
    next: 'Ask who runs the service.',
  },
  'not-found': {
    title: 'There is no such service at this address',
    next: 'Sign in again with the right service address.',
  },
  busy: { title: 'The service is busy', next: 'Wait a minute, then send it again.' },
  redirected: {
    title: 'The service points to another host, where your key does not go',
    next: 'Sign in again with the address it points to, if you trust it.',
  },
  storage: {
    title: 'This device could not keep the request',
    next: 'Look under Jobs whether it was sent before you send it again.',
  },
}
