import type { Database } from '../database/database.ts'
import type { Account } from './account.ts'
import { normaliseEmail } from './account.ts'
import type { HashedKey } from './keys.ts'
import { createKeyCheck, findKeyFault, generateKey, hashKey, isOutdated } from './keys.ts'
import type { SettingsSession } from './settings-access.ts'
import { SessionEndedError } from './settings-access.ts'
import { createSignInCache } from './sign-in-cache.ts'

export interface AccountListing extends Account {
  readonly createdAt: Date
  readonly keyChangedAt: Date
}

/** A refusal that the user can act on: its message is shown to them. */
export class AccountError extends Error {
  override readonly name = 'AccountError'
}

/** Deleting an account's jobs, perhaps a million, takes long, but no request waits for it. */
const removedWithinMs = 3_600_000

export type Accounts = ReturnType<typeof createAccounts>

/** Who may use the service. A key is returned once, when it is made; only its hash is kept. */
export function createAccounts(database: Database) {
  const isRightKey = createKeyCheck()
  // Only this process changes keys in the embedded database; on a server others may too.
  const signInCache = database.kind === 'embedded' ? createSignInCache() : undefined

  /** Also called after a failed change: it may have reached the database before the response was lost. */
  const forget = (): void => signInCache?.forget()

  const find = async (email: string): Promise<(Account & HashedKey) | undefined> => {
    const { rows } = await database.query<Account & HashedKey>(
      `select id, email, key_hash as hash, key_salt as salt, key_rounds as rounds
       from accounts where email = $1`,
      [normaliseEmail(email)],
    )
    return rows[0]
  }

  const check = async (email: string, key: string): Promise<Account | undefined> => {
    // PostgreSQL refuses NUL in text, so no account has such an e-mail; the check must still take as long.
    const found = await find(email.replaceAll('\0', '\u{FFFD}'))
    if (!(await isRightKey(key, found)) || !found) return undefined
    // The key was right, whether or not its hash can be replaced now.
    if (isOutdated(found)) await rehash(found, key).catch(() => {})
    return { id: found.id, email: found.email }
  }

  /** A stored key can be rehashed only when it is used, since only its hash is kept. */
  const rehash = async ({ id, hash: former }: Account & HashedKey, key: string): Promise<void> => {
    const { hash, salt, rounds } = await hashKey(key, false)
    await database.query(
      `update accounts set key_hash = $3, key_salt = $4, key_rounds = $5 where id = $1 and key_hash = $2`,
      [id, former, hash, salt, rounds],
    )
  }

  return {
    /** The account; undefined for an unknown e-mail and a wrong key alike. Not rate-limited here: see http. */
    async authenticate(email: string, key: string): Promise<Account | undefined> {
      return signInCache ? signInCache.find(email, key, () => check(email, key)) : check(email, key)
    },

    async find(email: string): Promise<Account | undefined> {
      const found = await find(email)
      return found && { id: found.id, email: found.email }
    },

    /** @returns the account with its new random key, which can't be retrieved later */
    async add(email: string): Promise<Account & { key: string }> {
      const normal = normaliseEmail(email)
      // Accepts anything but what HTTP Basic can't carry (a colon) or a terminal would interpret.
      if (!/^[^\s@:\p{Cc}]+@[^\s@:\p{Cc}]+$/u.test(normal) || normal.length > 254)
        throw new AccountError(`${JSON.stringify(email)} is not an e-mail.`)
      const key = generateKey()
      const { hash, salt, rounds } = await hashKey(key, true)
      const { rows } = await database.query<Account>(
        `insert into accounts (email, key_hash, key_salt, key_rounds) values ($1, $2, $3, $4)
         on conflict (email) do nothing returning id, email`,
        [normal, hash, salt, rounds],
      )
      if (!rows[0]) throw new AccountError(`${normal} already has an account.`)
      return { ...rows[0], key }
    },

    async list(): Promise<AccountListing[]> {
      const { rows } = await database.query<AccountListing>(
        `select id, email, created_at as "createdAt", key_changed_at as "keyChangedAt" from accounts order by id`,
      )
      return rows
    },

    /** Removes the account with everything that belongs to it. */
    async remove(email: string): Promise<void> {
      const { rowCount } = await database
        .transaction((tx) => tx.query('delete from accounts where email = $1', [normaliseEmail(email)]), {
          statementTimeoutMs: removedWithinMs,
        })
        .finally(forget)
      if (rowCount === 0) throw new AccountError(`${normaliseEmail(email)} has no account.`)
    },

    /**
     * Gives the account of a session a new key, chosen or random. The old key stops working at once, and so do all links
     * and sign-ins to the settings, including this one: renewing a leaked key must lock the thief out.
     *
     * @returns the new key
     * @throws AccountError saying what is wrong with a chosen key; SessionEndedError, also if the key is being changed
     *   from elsewhere
     */
    async setKey({ account, tokenHash }: SettingsSession, own?: string): Promise<string> {
      const fault = own === undefined ? undefined : findKeyFault(own)
      if (fault) throw new AccountError(fault)
      const key = own ?? generateKey()
      const { hash, salt, rounds } = await hashKey(key, own === undefined)
      const change = database.transaction(async (tx) => {
        await tx.query(
          `update accounts set key_hash = $2, key_salt = $3, key_rounds = $4, key_changed_at = now()
           where id = $1`,
          [account.id, hash, salt, rounds],
        )
        // Read only once no other change is in progress: its new key would be shown, although this one replaces it.
        const ended = await tx.query<{ isOurs: boolean }>(
          'delete from settings_tokens where account_id = $1 returning token_hash = $2 as "isOurs"',
          [account.id, tokenHash],
        )
        if (!ended.rows.some(({ isOurs }) => isOurs)) throw new SessionEndedError()
      })
      await change.finally(forget)
      return key
    },
  }
}
