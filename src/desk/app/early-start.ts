import { type Account, accountName } from '../api/credentials.ts'
import type { WorkerConnection, WorkerOptions } from '../worker-protocol/worker-connection.ts'

export interface EarlyStart {
  /** The connection that was opened early, once; undefined if there is none of this account. */
  take(options: WorkerOptions): Promise<WorkerConnection> | undefined
  /** Closes a connection that nobody has taken. */
  drop(): void
}

/**
 * Opens the library of the account that this tab was signed in with, before the rest of the script is there. Whether
 * the account still is signed in is decided later, as always: no key is passed here.
 */
export function startEarly(
  account: Account | undefined,
  connect: (options: WorkerOptions) => Promise<WorkerConnection>,
): EarlyStart {
  let onNewerSchema: (() => void) | undefined
  let isNewer = false
  let opening = account && connect({ account, onNewerSchema: hearNewerSchema })
  // Whoever takes it handles the error.
  opening?.catch(() => {})

  function hearNewerSchema(): void {
    isNewer = true
    onNewerSchema?.()
  }

  return {
    take(options) {
      const taken = opening
      if (!taken || !account || accountName(options.account) !== accountName(account)) return undefined
      opening = undefined
      onNewerSchema = options.onNewerSchema
      if (isNewer) onNewerSchema?.()
      return taken
    },
    drop() {
      opening?.then(
        (connection) => connection.close(),
        () => {},
      )
      opening = undefined
    },
  }
}
