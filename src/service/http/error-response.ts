import type { ErrorHandler } from 'hono'
import { describeError } from '../database/describe-error.ts'
import type { Environment } from './environment.ts'
import type { Log } from './log.ts'
import { asProblem } from './problems.ts'

/** Turns an error into a response, and logs it unless the client is at fault. */
export function createErrorHandler(log: Log): ErrorHandler<Environment> {
  return (error, c) => {
    const problem = asProblem(error)
    if (problem.status >= 500) log({ error: describe(error), method: c.req.method, path: c.req.path })
    return problem.toResponse()
  }
}

function describe(error: Error): Record<string, unknown> {
  const { code, stack, cause } = error as NodeJS.ErrnoException
  const at = stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 5)
    .map((line) => line.trim())
  return {
    message: describeError(error),
    ...(code && { code }),
    at,
    ...(cause instanceof Error && { cause: describe(cause) }),
  }
}
