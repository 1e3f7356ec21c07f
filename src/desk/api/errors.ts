/** What can go wrong between the desk and a service. What follows from each stands in `failure-kinds.ts`. */
export type FailureKind =
  | 'unauthorized' // 401: sign in again
  | 'forbidden' // 403
  | 'not-found' // 404
  | 'rejected' // any other 4xx: the request itself was refused
  | 'busy' // 429, 503, 408 or 425: the service asks for time
  | 'service-error' // any other 5xx
  | 'unreachable' // no answer at all
  | 'timed-out'
  | 'redirected' // refused: the key goes to one host
  | 'unreadable' // an answer that is not what the interface documents
  | 'too-large'
  | 'storage' // the answer arrived, but could not be saved on this device
  | 'aborted'

/** A failure as plain data, so that it can cross a worker's boundary and be kept in the library. */
export interface Failure {
  readonly kind: FailureKind
  /** HTTP status, where there was an answer. */
  readonly status?: number | undefined
  /** The service's own words, cleaned, plain text, 200 characters at most. */
  readonly detail?: string | undefined
  /** What `Retry-After` asked for, in milliseconds, clamped to 1 s - 1 h. */
  readonly retryAfterMs?: number | undefined
}

/** A {@link Failure} that can be thrown. Holds neither request nor headers: the key would be among them. */
export class ServiceError extends Error {
  readonly failure: Failure

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.detail ?? failure.kind, options)
    this.name = 'ServiceError'
    this.failure = failure
  }
}

/** The failure within whatever was thrown; anything unknown is `unreachable`, as `fetch` tells no more. */
export function toFailure(error: unknown): Failure {
  if (error instanceof ServiceError) return error.failure
  if (error instanceof DOMException && error.name === 'AbortError') return { kind: 'aborted' }
  return { kind: 'unreachable' }
}
