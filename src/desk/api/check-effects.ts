import type { FailureKind } from './errors.ts'

/** What a failed check does to a watched job. */
type CheckEffect =
  | 'try-again'
  /** It would fail the same way every time. */
  | 'stop'
  | 'not-found'
  | 'says-nothing'

/** By the kind of the failure. Apart from what editors are told (`failure-kinds.ts`), which the worker would load as well. */
export const checkEffects: Readonly<Record<FailureKind, CheckEffect>> = {
  // Handled by the session: the job is watched again as soon as the editor has signed in.
  unauthorized: 'says-nothing',
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
  aborted: 'says-nothing',
}
