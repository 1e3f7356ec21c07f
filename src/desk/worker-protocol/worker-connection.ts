import type { Account, Credentials } from '../api/credentials.ts'
import type { ViewSpec } from '../library/view/view.ts'
import type { WorkerApi } from './worker-api.ts'

/** A worker that is open for one account, wherever it runs. */
export interface WorkerConnection {
  readonly worker: WorkerApi
  /**
   * Sets the key of a session, or removes it with undefined. It is kept only in memory; another account's key is
   * refused, since its articles would end up in this one's library.
   */
  useCredentials(credentials: Credentials | undefined): Promise<void>
  close(): void
}

export interface WorkerOptions {
  readonly account: Account
  readonly credentials?: Credentials | undefined
  /** The library is shown first, with this view: it is prepared as soon as the database is open. */
  readonly firstView?: Pick<ViewSpec, 'query'> | undefined
  /** A newer desk has run on this device: nothing can be written until the page is reloaded. */
  readonly onNewerSchema?: (() => void) | undefined
}
