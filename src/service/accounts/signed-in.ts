import { createHmac, randomBytes } from 'node:crypto'
import type { Account } from './account.ts'

export type SignedIn = ReturnType<typeof createSignedIn>

const mostKept = 1_000

/**
 * Who has signed in with which e-mail and key, so that a desk that asks every few seconds need not wait for the
 * database. Only what was right is kept, sealed for this process: whoever has a wrong key finds nothing here, and
 * goes the same way, at the same length, for a known and an unknown account.
 *
 * Holds as long as every change of a key goes through `forget`: nowhere that another process can change one.
 */
export function createSignedIn() {
  const secret = randomBytes(32)
  const kept = new Map<string, Account>()
  let changes = 0
  const seal = (email: string, key: string): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([email, key]))
      .digest('base64')

  return {
    /** @param check what the database says; undefined for wrong credentials, which are checked every time */
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
      // What was read before a key changed may be known to nobody after it.
      if (!account || changes !== changesBefore) return account
      if (kept.size >= mostKept) kept.delete(kept.keys().next().value ?? '')
      kept.set(name, account)
      return account
    },

    /** Everyone, because changes are rare and this way none is overlooked. */
    forget(): void {
      changes += 1
      kept.clear()
    },
  }
}
