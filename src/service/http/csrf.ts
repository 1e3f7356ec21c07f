import type { MiddlewareHandler } from 'hono'
import type { SettingsSession } from '../accounts/settings-access.ts'
import type { Environment } from './environment.ts'
import { HttpProblem } from './problems.ts'

/**
 * Refuses forms of other sites. Browsers state the origin of a request in `Sec-Fetch-Site`, or on plain http only in
 * `Origin`; a client that sends neither is not a browser and has no user's session to abuse.
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
 * @throws HttpProblem 403 for a form that isn't from a page of this session: another site's page can't know its token
 */
export function checkFormToken(form: URLSearchParams, session: SettingsSession): void {
  if (form.get('form-token') !== session.formToken)
    throw new HttpProblem(403, 'This form is out of date. Sign in again, then repeat the change.')
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined
}
