import type { ServerResponse } from 'node:http'
import type { ErrorHandler } from 'hono'
import { describeError, placesOf } from '../database/describe-error.ts'
import type { Environment } from './environment.ts'
import type { Log } from './log.ts'
import { asProblem, HttpProblem } from './problems.ts'

/** Turns an error into a response, and logs it unless it is a refusal, which is one line of the log like any response. */
export function createErrorHandler(log: Log): ErrorHandler<Environment> {
  return (error, c) => {
    const problem = asProblem(error)
    if (problem.status >= 500 && !(error instanceof HttpProblem))
      log({ error: describe(error), method: c.req.method, path: c.req.path })
    return problem.toResponse()
  }
}

/**
 * Closes the connection where a body breaks off, and leaves the error for the log. The listener would print it as it
 * is, whatever `LOG` says, and the request would be logged as completed.
 *
 * @param outgoing undefined without a connection: then the body itself fails
 */
export function closeOnError(
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse | undefined,
): ReadableStream<Uint8Array> {
  if (!outgoing) return body
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          // The listener then cancels this stream.
          outgoing.destroy(error as Error)
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

function describe(error: Error): Record<string, unknown> {
  const { code, cause } = error as NodeJS.ErrnoException
  const at = placesOf(error)
  return {
    message: describeError(error),
    ...(code && { code }),
    ...(at && { at }),
    ...(cause instanceof Error && { cause: describe(cause) }),
  }
}
