import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { SettingsAccess, SettingsSession } from '../accounts/settings-access.ts'
import { sessionMinutes } from '../accounts/settings-access.ts'
import type { Environment } from './environment.ts'
import type { Limits } from './limits.ts'

const cookieName = 'settings-session'
/** Over TLS, browsers accept this prefix only from this exact host; a sibling subdomain could set a plain cookie. */
const secureCookieName = `__Host-${cookieName}`

export type PageSessions = ReturnType<typeof createPageSessions>

/** Sign-in to the service's own pages: one cookie for all of them, unusable by scripts and other sites. */
export function createPageSessions(settingsAccess: SettingsAccess, limits: Limits, trustProxy: boolean) {
  const nameFor = (c: Context<Environment>): string =>
    isSecure(c, trustProxy) ? secureCookieName : cookieName

  async function endSession(c: Context<Environment>): Promise<void> {
    const token = getCookie(c, nameFor(c))
    if (token) await settingsAccess.endSession(token)
  }

  /** Gives this browser a new session, and ends the one that it may already have. */
  async function replaceSession(c: Context<Environment>, token: string): Promise<void> {
    await endSession(c)
    setCookie(c, nameFor(c), token, {
      path: '/',
      httpOnly: true,
      sameSite: 'Strict',
      secure: isSecure(c, trustProxy),
      maxAge: sessionMinutes * 60,
    })
  }

  return {
    /** @returns the token of the new session */
    async start(c: Context<Environment>, accountId: number): Promise<string> {
      const token = await settingsAccess.createSession(accountId)
      await replaceSession(c, token)
      return token
    },

    /** @returns whether a session was started: false for an unknown, used or expired link */
    async startByLink(c: Context<Environment>, link: string): Promise<boolean> {
      const token = await settingsAccess.redeemLink(link)
      if (token !== undefined) await replaceSession(c, token)
      return token !== undefined
    },

    /** @throws HttpProblem 429 once the account has sent too many requests, of whatever kind */
    async find(c: Context<Environment>): Promise<SettingsSession | undefined> {
      const token = getCookie(c, nameFor(c))
      const session = token ? await settingsAccess.findSession(token) : undefined
      if (session) limits.countRequest(session.account.id)
      return session
    },

    async end(c: Context<Environment>): Promise<void> {
      await endSession(c)
      deleteCookie(c, nameFor(c), { path: '/', secure: isSecure(c, trustProxy) })
    },
  }
}

function isSecure(c: Context, trustProxy: boolean): boolean {
  return (
    new URL(c.req.url).protocol === 'https:' || (trustProxy && c.req.header('X-Forwarded-Proto') === 'https')
  )
}
