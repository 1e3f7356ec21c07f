import { createHmac, randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'
import type { Account } from './account.ts'
import { sha256 } from './keys.ts'

export const linkMinutes = 30
export const sessionMinutes = 15

export interface SettingsSession {
  readonly account: Account
  readonly tokenHash: Buffer
  /** CSRF token: goes into every form of the page and must come back; another site's page can't know it. */
  readonly formToken: string
}

export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError'
}

export type SettingsAccess = ReturnType<typeof createSettingsAccess>

/**
 * Access to the settings page: by a one-time link, or for a short while after signing in. Only hashes of the tokens are
 * kept, so that a copy of the database opens nothing.
 */
export function createSettingsAccess(database: Database) {
  async function give(kind: 'link' | 'session', accountId: number, minutes: number): Promise<string> {
    const token = newToken()
    await database.query('delete from settings_tokens where expires_at < now()')
    await database.query(
      // Waits for a key change in progress: it would not see this token, and so leave it valid.
      `insert into settings_tokens (token_hash, kind, account_id, expires_at)
       select $1, $2, id, now() + make_interval(mins => $4) from accounts where id = $3 for share`,
      [sha256(token), kind, accountId, minutes],
    )
    return token
  }

  return {
    /** A token that opens the settings of one account once, within half an hour. */
    createLink: (accountId: number): Promise<string> => give('link', accountId, linkMinutes),

    /**
     * Turns a link into a session, in one statement, so that a key change at the same moment ends one or the other.
     *
     * @returns the token of the session, once; undefined for an unknown, used or expired link
     */
    async redeemLink(link: string): Promise<string | undefined> {
      const token = newToken()
      const { rowCount } = await database.query(
        `update settings_tokens
         set token_hash = $2, kind = 'session', expires_at = now() + make_interval(mins => $3)
         where token_hash = $1 and kind = 'link' and expires_at > now()`,
        [sha256(link), sha256(token), sessionMinutes],
      )
      return rowCount > 0 ? token : undefined
    },

    /** @returns the token of a new session, for a cookie */
    createSession: (accountId: number): Promise<string> => give('session', accountId, sessionMinutes),

    async findSession(token: string): Promise<SettingsSession | undefined> {
      const tokenHash = sha256(token)
      const { rows } = await database.query<Account>(
        `select accounts.id, accounts.email from settings_tokens join accounts on accounts.id = account_id
         where token_hash = $1 and kind = 'session' and expires_at > now()`,
        [tokenHash],
      )
      const account = rows[0]
      return account && { account, tokenHash, formToken: formTokenOf(token) }
    },

    async endSession(token: string): Promise<void> {
      await database.query('delete from settings_tokens where token_hash = $1', [sha256(token)])
    },
  }
}

const newToken = (): string => randomBytes(24).toString('base64url')

const formTokenOf = (token: string): string => createHmac('sha256', token).update('form').digest('base64url')
