import type { ErrorHandler } from 'hono'
import type { Environment } from './environment.ts'
import { asProblem, HttpProblem } from './problems.ts'
import { readBytes } from './read-bytes.ts'
import { signInPage } from './settings-pages.ts'

const maxBytes = 16 * 1024

/** @throws HttpProblem 413, or 415 for a content type that plain forms don't send */
export async function readForm(request: Request): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('Content-Type') ?? ''))
    throw new HttpProblem(415, 'Send this as a form.')
  return new URLSearchParams((await readBytes(request, maxBytes)).toString('utf8'))
}

/**
 * Says on the sign-in page why a form was refused. Errors of the service itself are left to the handler of the whole
 * app.
 */
export const showRefusal =
  (next: string): ErrorHandler<Environment> =>
  (error, c) => {
    const { status, headers, message: fault } = asProblem(error)
    if (status >= 500) throw error
    return c.html(signInPage({ next, fault }), status as 400, headers)
  }
