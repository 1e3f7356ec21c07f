import { STATUS_CODES } from 'node:http'
import type { Problem } from '../../contract/problem.ts'
import { problemMediaType } from '../../contract/problem.ts'
import { SessionEndedError } from '../accounts/settings-access.ts'
import { isUnavailable } from '../database/unavailable.ts'
import { RemovedAccountError, ReusedKeyError, UnconfirmedJobError } from '../jobs/queue.ts'

export interface FieldFault {
  readonly field: string
  readonly detail: string
}

/** Thrown anywhere below a route to end it with this response. The message is for the sender of the request. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly faults: readonly FieldFault[]

  constructor(
    status: number,
    detail: string,
    { headers = {}, faults = [] }: { headers?: Record<string, string>; faults?: readonly FieldFault[] } = {},
  ) {
    super(detail)
    this.status = status
    this.headers = headers
    this.faults = faults
  }

  /** RFC 9457. Never reveals more than `detail`: no stack, no query, no internals. */
  toResponse(): Response {
    const problem: Problem = {
      type: 'about:blank',
      title: STATUS_CODES[this.status] ?? 'Error',
      status: this.status,
      detail: this.message,
      ...(this.faults.length > 0 && { errors: [...this.faults] }),
    }
    return new Response(JSON.stringify(problem), {
      status: this.status,
      headers: { 'Content-Type': problemMediaType, 'Cache-Control': 'no-store', ...this.headers },
    })
  }
}

export const tooManyRequests = (detail: string, retryAfterMs: number) =>
  new HttpProblem(429, detail, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) },
  })

/** Converts an error into a response; anything unforeseen becomes a 500 without details. */
export function asProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error
  if (error instanceof SessionEndedError)
    return new HttpProblem(403, 'Your session has expired. Sign in again.')
  if (error instanceof RemovedAccountError) return new HttpProblem(401, 'This account has been removed.')
  if (error instanceof ReusedKeyError)
    return new HttpProblem(422, 'This Idempotency-Key was sent with another request.')
  // Not 503, which would say that a retry is safe.
  if (error instanceof UnconfirmedJobError)
    return new HttpProblem(500, 'The database gave no answer: the job may have been made.')
  if (isUnavailable(error))
    return new HttpProblem(
      503,
      'The database can’t be reached, has no room, or is held up. Try again in a moment.',
      {
        headers: { 'Retry-After': '5' },
      },
    )
  return new HttpProblem(500, 'Something went wrong inside the service. It has been logged.')
}
