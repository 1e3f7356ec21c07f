import type { Database } from '../database/database.ts'
import type { Account } from './account.ts'
import { normaliseEmail } from './account.ts'
import type { HashedKey } from './keys.ts'
import { createKeyCheck, findKeyFault, generateKey, hashKey } from './keys.ts'
import { createSignedIn } from './signed-in.ts'

export interface AccountListing extends Account {
  readonly createdAt: Date
  readonly keyChangedAt: Date
}

/** A refusal that its reader can mend: its message is for them. */
export class AccountError extends Error {
  override readonly name = 'AccountError'
}

export type Accounts = ReturnType<typeof createAccounts>

/** Who may use the service. Keys go in and are given out once, when made; only their hashes are kept. */
export function createAccounts(database: Database) {
  const isRightKey = createKeyCheck()
  // Keys of the embedded database are changed by this process alone; those on a server by others too.
  const signedIn = database.kind === 'embedded' ? createSignedIn() : undefined

  /** After a change that failed too: it may have reached the database before the answer was lost. */
  const forget = (): void => signedIn?.forget()

  const find = async (email: string): Promise<(Account & HashedKey) | undefined> => {
    const { rows } = await database.query<Account & HashedKey>(
      'select id, email, key_hash as hash, key_salt as salt from accounts where email = $1',
      [normaliseEmail(email)],
    )
    return rows[0]
  }

  const check = async (email: string, key: string): Promise<Account | undefined> => {
    // PostgreSQL refuses NUL in a text: such an e-mail is nobody's, and must cost what any other does.
    const found = await find(email.replaceAll('\0', '\u{FFFD}'))
    return (await isRightKey(key, found)) && found ? { id: found.id, email: found.email } : undefined
  }

  return {
    /** The account, or undefined alike for an unknown e-mail and a wrong key. Sets no limits: see http. */
    async authenticate(email: string, key: string): Promise<Account | undefined> {
      return signedIn ? signedIn.find(email, key, () => check(email, key)) : check(email, key)
    },

    async find(email: string): Promise<Account | undefined> {
      const found = await find(email)
      return found && { id: found.id, email: found.email }
    },

    /** @returns the account with its new random key, which can't be had again */
    async add(email: string): Promise<Account & { key: string }> {
      const normal = normaliseEmail(email)
      // Any address is somebody's; what HTTP Basic can't carry (a colon) or a terminal would act on is nobody's.
      if (!/^[^\s@:\p{Cc}]+@[^\s@:\p{Cc}]+$/u.test(normal) || normal.length > 254)
        throw new AccountError(`${JSON.stringify(email)} is not an e-mail.`)
      const key = generateKey()
      const { hash, salt } = await hashKey(key, true)
      const { rows } = await database.query<Account>(
        `insert into accounts (email, key_hash, key_salt) values ($1, $2, $3)
         on conflict (email) do nothing returning id, email`,
        [normal, hash, salt],
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

    /** Removes the account with everything that is its own. */
    async remove(email: string): Promise<void> {
      const { rowCount } = await database
        .query('delete from accounts where email = $1', [normaliseEmail(email)])
        .finally(forget)
      if (rowCount === 0) throw new AccountError(`${normaliseEmail(email)} has no account.`)
    },

    /**
     * Gives the account a new key: its own, or a random one. The old key stops at once, and so does every link
     * and every other sign-in to the settings: who renews a key because it leaked wants the thief out.
     *
     * @returns the new key
     * @throws AccountError saying what is wrong with a key of one's own
     */
    async setKey(accountId: number, own?: string): Promise<string> {
      const fault = own === undefined ? undefined : findKeyFault(own)
      if (fault) throw new AccountError(fault)
      const key = own ?? generateKey()
      const { hash, salt } = await hashKey(key, own === undefined)
      const change = database.transaction(async (tx) => {
        await tx.query(
          'update accounts set key_hash = $2, key_salt = $3, key_changed_at = now() where id = $1',
          [accountId, hash, salt],
        )
        await tx.query('delete from settings_tokens where account_id = $1', [accountId])
      })
      await change.finally(forget)
      return key
    },
  }
}
