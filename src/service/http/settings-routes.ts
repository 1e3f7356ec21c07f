import type { Context } from 'hono'
import { settingsPath } from '../../contract/paths.ts'
import { normaliseEmail } from '../accounts/account.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { AccountError } from '../accounts/accounts.ts'
import type { SettingsAccess, SettingsSession } from '../accounts/settings-access.ts'
import { SessionEndedError } from '../accounts/settings-access.ts'
import type { SignIn } from './authentication.ts'
import type { Environment } from './environment.ts'
import type { PageSessions } from './page-session.ts'
import { checkFormToken, createPageRoutes, readForm } from './page-routes.ts'
import { HttpProblem } from './problems.ts'
import { isOfSources, keyPage, linkPage, settingsPage, signInPage } from './settings-pages.ts'

export interface SettingsRoutesOptions {
  readonly accounts: Accounts
  readonly settingsAccess: SettingsAccess
  readonly sessions: PageSessions
  readonly signIn: SignIn
  readonly trustProxy: boolean
}

/**
 * The page where a user sets the API key (docs/interface.md, "Authentication", 3). Plain forms, so that it works
 * without script. A GET does nothing, so a browser's prefetch or a mail scanner can't use up a link.
 */
export function createSettingsRoutes({
  accounts,
  settingsAccess,
  sessions,
  signIn,
  trustProxy,
}: SettingsRoutesOptions) {
  const routes = createPageRoutes(settingsPath, trustProxy)
  /** The responses to the latest changes of keys, by cookie and form. */
  const changes = new Map<string, Promise<Response>>()

  routes.get('/', async (c) => {
    const token = c.req.query('token')
    if (token) return c.html(linkPage(token))
    const session = await sessions.find(c)
    return c.html(session ? settingsPage(session) : signInPage({}))
  })

  // After a submit, the browser shows the form's action address, and requests it with GET if it is opened again.
  routes.get('/*', (c) => c.redirect(settingsPath, 303))

  routes.post('/session', async (c) => {
    const form = await readForm(c.req.raw)
    const token = form.get('token')
    const email = form.get('email') ?? ''
    const asked = form.get('next') ?? ''
    const next = isOfSources(asked) ? asked : settingsPath
    if (token !== null) {
      if (!(await sessions.startByLink(c, token)))
        throw new HttpProblem(403, 'This link was used before, or is too old. Ask for a new one.')
      return c.redirect(settingsPath, 303)
    }
    try {
      // `first-account-key.txt` holds "email:key".
      const line = form.get('key')?.trim() ?? ''
      const colon = line.indexOf(':')
      const isWithOwner = normaliseEmail(line.slice(0, colon)) === normaliseEmail(email)
      const key = isWithOwner ? line.slice(colon + 1).trim() : line
      const account = await signIn(c, email, key)
      const session = account && (await sessions.start(c, account.id))
      // If the key was changed meanwhile, that may have ended only the sessions that existed before this one.
      if (session && (await accounts.authenticate(email, key))) return c.redirect(next, 303)
      if (session) await settingsAccess.endSession(session)
      return c.html(signInPage({ next, email, fault: 'The e-mail or the API key is wrong.' }), 403)
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error
      for (const [name, value] of Object.entries(error.headers)) c.header(name, value)
      return c.html(signInPage({ next, email, fault: error.message }), 429)
    }
  })

  routes.post('/key', async (c) => {
    const session = await sessions.find(c)
    const form = await readForm(c.req.raw)
    // After a double click, the browser shows only the second response: a refusal would hide the new key for good.
    const name = `${c.req.header('Cookie')}\n${form}`
    if (!changes.has(name)) {
      if (!session) throw new SessionEndedError()
      checkFormToken(form, session)
      const change = changeKey(c, form, session)
      const forget = () => changes.delete(name)
      changes.set(name, change)
      change.catch(forget)
      setTimeout(forget, doubleClickMs).unref()
    }
    return (await changes.get(name)!).clone()
  })

  routes.post('/sign-out', async (c) => {
    await sessions.end(c)
    return c.redirect(settingsPath, 303)
  })

  async function changeKey(
    c: Context<Environment>,
    form: URLSearchParams,
    session: SettingsSession,
  ): Promise<Response> {
    const isOwn = form.get('own') !== null
    try {
      const key = await accounts.setKey(session, isOwn ? (form.get('key') ?? '') : undefined)
      // The new key ended every session, including this one. The new session has another form token, so a reload renews
      // nothing.
      const renewed = await settingsAccess.findSession(await sessions.start(c, session.account.id))
      return c.html(keyPage(renewed ?? session, isOwn ? undefined : key))
    } catch (error) {
      if (!(error instanceof AccountError)) throw error
      return c.html(settingsPage(session, error.message), 422)
    }
  }

  return routes
}

/** A second click comes within this time, also over a slow connection. */
const doubleClickMs = 5_000
