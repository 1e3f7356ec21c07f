import type { HttpBindings } from '@hono/node-server'
import type { Account } from '../accounts/account.ts'

/** What a request brings along: the connection where there is one, and the account once it is known. */
export interface Environment {
  Bindings: Partial<HttpBindings>
  Variables: { account: Account }
}

export type Bindings = Environment['Bindings']
