import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { SettingsAccess, SettingsSession } from '../accounts/settings-access.ts'
import { sessionMinutes } from '../accounts/settings-access.ts'
import type { Environment } from './environment.ts'
import { HttpProblem } from './problems.ts'

const cookieName = 'settings-session'

export type PageSessions = ReturnType<typeof createPageSessions>

/** Who is signed in to the service's own pages: one cookie for all of them, which no script and no other site can use. */
export function createPageSessions(settingsAccess: SettingsAccess, trustProxy: boolean) {
  return {
    /** @returns the token of the new session */
    async start(c: Context<Environment>, accountId: number): Promise<string> {
      const token = await settingsAccess.createSession(accountId)
      setCookie(c, cookieName, token, {
        path: '/',
        httpOnly: true,
        sameSite: 'Strict',
        secure: isSecure(c, trustProxy),
        maxAge: sessionMinutes * 60,
      })
      return token
    },

    async find(c: Context<Environment>): Promise<SettingsSession | undefined> {
      const token = getCookie(c, cookieName)
      return token ? settingsAccess.findSession(token) : undefined
    },

    async end(c: Context<Environment>): Promise<void> {
      const token = getCookie(c, cookieName)
      if (token) await settingsAccess.endSession(token)
      deleteCookie(c, cookieName, { path: '/' })
    },
  }
}

/** @throws HttpProblem 403 for a form that was not on a page of this session: a stranger's page can't know its token */
export function checkFormToken(form: URLSearchParams, session: SettingsSession): void {
  if (form.get('form-token') !== session.formToken)
    throw new HttpProblem(403, 'This form is not from this page.')
}

function isSecure(c: Context, trustProxy: boolean): boolean {
  return (
    new URL(c.req.url).protocol === 'https:' || (trustProxy && c.req.header('X-Forwarded-Proto') === 'https')
  )
}
