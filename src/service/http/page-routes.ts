import type { Context, MiddlewareHandler } from 'hono'
import { Hono } from 'hono'
import type { SettingsSession } from '../accounts/settings-access.ts'
import type { Environment } from './environment.ts'
import { asProblem, HttpProblem } from './problems.ts'
import { readBytes } from './read-bytes.ts'
import { pageContentSecurityPolicy } from './security-headers.ts'
import { errorPage, signInPage } from './settings-pages.ts'

/**
 * The routes of one of the service's own pages: no scripts, no caching, and no forms of other sites. Why a form was
 * refused is said on the sign-in page, and an error of the service on a page of its own.
 *
 * @param path where to go afterwards, with the query of what was refused: the list that a form was in
 */
export function createPageRoutes(path: string, trustProxy: boolean): Hono<Environment> {
  const routes = new Hono<Environment>()
  const back = (c: Context<Environment>): string => path + new URL(c.req.url).search
  routes.use(pageHeaders)
  routes.use(async (c, next) => {
    await next()
    // The handler of the whole app has logged it and written it for programs.
    if (c.error && c.res.status >= 500)
      c.res = await c.html(errorPage(path, back(c), asProblem(c.error).message), c.res.status as 500)
  })
  routes.post('*', refuseOtherOrigins(trustProxy))
  routes.onError((error, c) => {
    const { status, headers, message: fault } = asProblem(error)
    // Errors of the service itself are left to the handler of the whole app.
    if (status >= 500) throw error
    return c.html(signInPage({ next: back(c), fault }), status as 400, headers)
  })
  return routes
}

const pageHeaders: MiddlewareHandler<Environment> = async (c, next) => {
  await next()
  c.res.headers.set('Content-Security-Policy', pageContentSecurityPolicy)
  // With the stricter no-referrer, browsers would not send `Origin` with a form.
  c.res.headers.set('Referrer-Policy', 'same-origin')
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
}

/**
 * Refuses forms of other sites. Browsers state the origin of a request in `Sec-Fetch-Site`, or on plain http only in
 * `Origin`; a client that sends neither is not a browser and has no user's session to abuse.
 */
function refuseOtherOrigins(trustProxy: boolean): MiddlewareHandler<Environment> {
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

const hostOf = (url: string): string | undefined => URL.parse(url)?.host

const maxBytes = 16 * 1024

/** @throws HttpProblem 413, or 415 for a content type that plain forms don't send */
export async function readForm(request: Request): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('Content-Type') ?? ''))
    throw new HttpProblem(415, 'Send this as a form.')
  return new URLSearchParams((await readBytes(request, maxBytes)).toString('utf8'))
}

/**
 * Reads a form that has a file.
 *
 * @throws HttpProblem 413, 415 for another content type, or 400 if its parts can't be told apart
 */
export async function readUpload(request: Request, maxFileBytes: number): Promise<FormData> {
  const type = request.headers.get('Content-Type') ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) throw new HttpProblem(415, 'Send this as a form with a file.')
  const body = await readBytes(request, maxFileBytes + maxBytes)
  try {
    return await new Response(body, { headers: { 'Content-Type': type } }).formData()
  } catch {
    throw new HttpProblem(400, 'This form can’t be read.')
  }
}

/**
 * @throws HttpProblem 403 for a form that isn't from a page of this session: another site's page can't know its token
 */
export function checkFormToken(form: URLSearchParams | FormData, session: SettingsSession): void {
  if (form.get('form-token') !== session.formToken)
    throw new HttpProblem(403, 'This form is out of date. Sign in again, then repeat the change.')
}
