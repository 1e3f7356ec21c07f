import type { ErrorHandler, MiddlewareHandler } from 'hono'
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
 * Refuses cross-site requests (CSRF). Browsers state the origin of a request in `Sec-Fetch-Site`, or on plain http only
 * in `Origin`; a client that sends neither is not a browser and has no user's session to abuse.
 */
export function refuseOtherOrigins(trustProxy: boolean): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const site = c.req.header('Sec-Fetch-Site')
    const origin = c.req.header('Origin')
    const host = (trustProxy && c.req.header('X-Forwarded-Host')) || c.req.header('Host')
    const isOurs =
      site !== undefined
        ? site === 'same-origin'
        : origin === undefined || hostOf(origin) === (host ?? hostOf(c.req.url))
    if (!isOurs) throw new HttpProblem(403, 'This form was sent from another site.')
    await next()
  }
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

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined
}
