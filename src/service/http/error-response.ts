import type { ErrorHandler } from 'hono'
import { describeError } from '../database/describe-error.ts'
import { isUnavailable } from '../database/unavailable.ts'
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

function describe(error: Error): Record<string, unknown> {
  const { code, stack, cause } = error as NodeJS.ErrnoException
  // Where a query was sent does not tell why the database is away.
  const at = isUnavailable(error)
    ? undefined
    : stack
        ?.split('\n')
        .filter((line) => line.startsWith('    at '))
        .slice(0, 5)
        .map((line) => line.trim())
  return {
    message: describeError(error),
    ...(code && { code }),
    ...(at && { at }),
    ...(cause instanceof Error && { cause: describe(cause) }),
  }
}
