import type { Account, Credentials } from '../api/credentials.ts'
import type { Card, JobKey, JobRecord } from '../library/records.ts'
import type { ViewSpec } from '../library/view/view.ts'
import type { WorkerApi } from './worker-api.ts'

/** A worker that is open for one account, wherever it runs. */
export interface WorkerConnection {
  readonly worker: WorkerApi
  /** What an unfiltered library begins with, if it is shown first: read before anything else, for the first paint. */
  readonly newest?: NewestCards | undefined
  /**
   * Sets the key of a session, or removes it with undefined. It is kept only in memory; another account's key is
   * refused, since its articles would end up in this one's library.
   */
  useCredentials(credentials: Credentials | undefined): Promise<void>
  close(): void
}

/** The jobs, and the first cards of the one that was collected last. */
export interface NewestCards {
  readonly jobs: JobRecord[]
  readonly key: JobKey
  readonly cards: Card[]
}

export interface WorkerOptions {
  readonly account: Account
  readonly credentials?: Credentials | undefined
  /**
   * The library is shown first, with this view. It is prepared as soon as the database is open; an unfiltered one begins
   * with its newest articles, and is prepared once the page has drawn them and asks for it.
   */
  readonly firstView?: FirstView | undefined
  /** A newer desk has run on this device: nothing can be written until the page is reloaded. */
  readonly onNewerSchema?: (() => void) | undefined
  /** The library is upgraded once other tabs, which have an older version open, are closed. */
  readonly onBlocked?: (() => void) | undefined
}

export interface FirstView extends Pick<ViewSpec, 'query'> {
  /** Has filters besides the query. */
  readonly isFiltered?: boolean
}
