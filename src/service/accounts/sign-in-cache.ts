import { createHmac, randomBytes } from 'node:crypto'
import type { Account } from './account.ts'

const maxKept = 1_000

/**
 * A cache of successful sign-ins, so that a desk that sends requests every few seconds need not wait for the database.
 * Only right credentials are kept, as an HMAC with a secret of this process: a wrong key always misses, and takes the
 * same path and time for a known and an unknown account.
 *
 * Valid only if every key change calls `forget`, so not where another process can change one.
 */
export function createSignInCache() {
  const secret = randomBytes(32)
  const kept = new Map<string, Account>()
  let changes = 0
  const seal = (email: string, key: string): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([email, key]))
      .digest('base64')

  return {
    /** @param check asks the database; undefined for wrong credentials, which are checked every time */
    async find(
      email: string,
      key: string,
      check: () => Promise<Account | undefined>,
    ): Promise<Account | undefined> {
      const name = seal(email, key)
      const known = kept.get(name)
      if (known) return known
      const changesBefore = changes
      const account = await check()
      // If a key changed during the check, the result may be outdated.
      if (!account || changes !== changesBefore) return account
      if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? '')
      kept.set(name, account)
      return account
    },

    /** Clears all entries: changes are rare, and this way none is overlooked. */
    forget(): void {
      changes += 1
      kept.clear()
    },
  }
}
