import type { HttpBindings } from '@hono/node-server'
import type { Account } from '../accounts/account.ts'

/** The context of a request: its connection, if any, and its account once known. */
export interface Environment {
  Bindings: Partial<HttpBindings>
  Variables: { account: Account }
}

export type Bindings = Environment['Bindings']
