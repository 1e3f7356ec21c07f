import type { Context } from 'hono'
import { Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { settingsPath } from '../../contract/paths.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { AccountError } from '../accounts/accounts.ts'
import type { SettingsAccess, SettingsSession } from '../accounts/settings-access.ts'
import { sessionMinutes } from '../accounts/settings-access.ts'
import type { SignIn } from './authentication.ts'
import type { Environment } from './environment.ts'
import { readForm, refuseOtherOrigins } from './forms.ts'
import { pageHeaders } from './pages.ts'
import { asProblem, HttpProblem } from './problems.ts'
import { keyPage, linkPage, settingsPage, signInPage } from './settings-pages.ts'

const cookieName = 'settings-session'

export interface SettingsRoutesOptions {
  readonly accounts: Accounts
  readonly settingsAccess: SettingsAccess
  readonly signIn: SignIn
  readonly trustProxy: boolean
}

/**
 * The page where a user sets the API key (interface.md, "Authentication", 3). Plain forms, so that it works without
 * script. Nothing is done on a GET: a link opened ahead by a browser or a mail scanner uses nothing up.
 */
export function createSettingsRoutes({
  accounts,
  settingsAccess,
  signIn,
  trustProxy,
}: SettingsRoutesOptions) {
  const routes = new Hono<Environment>()

  routes.use(pageHeaders)
  routes.post('*', refuseOtherOrigins(trustProxy))

  const startSession = async (c: Context<Environment>, accountId: number): Promise<string> => {
    const token = await settingsAccess.createSession(accountId)
    setCookie(c, cookieName, token, {
      path: settingsPath,
      httpOnly: true,
      sameSite: 'Strict',
      secure: isSecure(c, trustProxy),
      maxAge: sessionMinutes * 60,
    })
    return token
  }
  const findSession = async (c: Context<Environment>): Promise<SettingsSession | undefined> => {
    const token = getCookie(c, cookieName)
    return token ? settingsAccess.findSession(token) : undefined
  }

  routes.get('/', async (c) => {
    const token = c.req.query('token')
    if (token) return c.html(linkPage(token))
    const session = await findSession(c)
    return c.html(session ? settingsPage(session) : signInPage({}))
  })

  // After a form was sent the browser shows the form's address, and asks for it when that is opened again.
  routes.get('/*', (c) => c.redirect(settingsPath, 303))

  routes.post('/session', async (c) => {
    const form = await readForm(c.req.raw)
    const token = form.get('token')
    const email = form.get('email') ?? ''
    if (token !== null) {
      const accountId = await settingsAccess.redeemLink(token)
      if (accountId === undefined)
        return c.html(
          signInPage({ fault: 'This link was used before, or is too old. Ask for a new one.' }),
          403,
        )
      await startSession(c, accountId)
      return c.redirect(settingsPath, 303)
    }
    try {
      const account = await signIn(c, email, form.get('key') ?? '')
      if (!account) return c.html(signInPage({ email, fault: 'The e-mail or the API key is wrong.' }), 403)
      await startSession(c, account.id)
      return c.redirect(settingsPath, 303)
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error
      for (const [name, value] of Object.entries(error.headers)) c.header(name, value)
      return c.html(signInPage({ email, fault: error.message }), 429)
    }
  })

  routes.post('/key', async (c) => {
    const session = await findSession(c)
    if (!session) return c.html(signInPage({ fault: 'Sign in again: this page was open for too long.' }), 403)
    const form = await readForm(c.req.raw)
    if (form.get('form-token') !== session.formToken)
      throw new HttpProblem(403, 'This form is not from this page.')
    const { account } = session
    const isOwn = form.get('own') !== null
    try {
      const key = await accounts.setKey(account.id, isOwn ? (form.get('key') ?? '') : undefined)
      // The new key ended every session, this one too. The new one has another form token: a reload renews nothing.
      const renewed = await settingsAccess.findSession(await startSession(c, account.id))
      return c.html(keyPage(renewed ?? session, isOwn ? undefined : key))
    } catch (error) {
      if (!(error instanceof AccountError)) throw error
      return c.html(settingsPage(session, error.message), 422)
    }
  })

  routes.post('/sign-out', async (c) => {
    const token = getCookie(c, cookieName)
    if (token) await settingsAccess.endSession(token)
    deleteCookie(c, cookieName, { path: settingsPath })
    return c.redirect(settingsPath, 303)
  })

  routes.onError((error, c) => {
    const problem = asProblem(error)
    if (problem.status >= 500) throw error
    for (const [name, value] of Object.entries(problem.headers)) c.header(name, value)
    return c.html(signInPage({ fault: problem.message }), problem.status as 400)
  })
  return routes
}

function isSecure(c: Context, trustProxy: boolean): boolean {
  return (
    new URL(c.req.url).protocol === 'https:' || (trustProxy && c.req.header('X-Forwarded-Proto') === 'https')
  )
}
