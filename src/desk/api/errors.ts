/** What can go wrong between the desk and a service. `failure-kinds.ts` defines how each kind is handled. */
export type FailureKind =
  | 'unauthorized' // 401: sign in again
  | 'forbidden' // 403
  | 'not-found' // 404 or 410
  | 'rejected' // any 4xx not named here: the request itself was refused
  | 'busy' // 429, 503, 408 or 425: the service asks to try again later
  | 'service-error' // any other 5xx
  | 'unreachable' // no response at all
  | 'timed-out'
  | 'redirected' // refused: the key is sent to one host only
  | 'unreadable' // the response isn't what the interface documents
  | 'too-large'
  | 'storage' // the response arrived, but could not be saved on this device
  | 'aborted'

/** A failure as plain data, so that it can cross a worker's boundary and be kept in the library. */
export interface Failure {
  readonly kind: FailureKind
  /** HTTP status, if there was a response. */
  readonly status?: number | undefined
  /** The service's own message, sanitized: plain text, at most 200 characters. */
  readonly detail?: string | undefined
  /** From `Retry-After`, in milliseconds, clamped to 1 s - 1 h. */
  readonly retryAfterMs?: number | undefined
}

/** A {@link Failure} that can be thrown. Holds neither request nor headers, since they contain the key. */
export class ServiceError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.detail ?? failure.kind)
    this.name = 'ServiceError'
    this.failure = failure
  }
}

/** Converts anything thrown to a failure. Unknown errors become `unreachable`, as `fetch` gives no more detail. */
export function toFailure(error: unknown): Failure {
  if (error instanceof ServiceError) return error.failure
  if (error instanceof DOMException && error.name === 'AbortError') return { kind: 'aborted' }
  return { kind: 'unreachable' }
}
