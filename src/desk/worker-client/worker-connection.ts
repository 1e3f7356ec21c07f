import type { Account, Credentials } from '../api/credentials.ts'
import type { WorkerApi } from './worker-api.ts'

/** An worker that is open for one account, wherever it runs. */
export interface WorkerConnection {
  readonly worker: WorkerApi
  /**
   * Hands over the key of a session, or takes it back with undefined. It is kept in memory alone; another account's key
   * is refused, since its articles would land in this one's library.
   */
  useCredentials(credentials: Credentials | undefined): Promise<void>
  close(): void
}

export interface WorkerOptions {
  readonly account: Account
  readonly credentials?: Credentials | undefined
  /** A newer desk has been here: nothing can be written until the page is reloaded. */
  readonly onNewerSchema?: (() => void) | undefined
}
