import { type Account, isSameAccount } from '../api/credentials.ts'
import type { WorkerConnection, WorkerOptions } from '../worker-protocol/worker-connection.ts'

export interface EarlyStart {
  /** Takes the connection opened early, once; undefined if there is none for this account. Closes another's. */
  take(options: WorkerOptions): Promise<WorkerConnection> | undefined
  /** Closes the connection if it wasn't taken. */
  drop(): void
}

type News = 'onNewerSchema' | 'onBlocked'

/**
 * Opens the library of the account that this tab is signed in with, before the rest of the script is there. Whether
 * the key is still there is decided later, as always: none is passed here.
 */
export function startEarly(
  account: Account | undefined,
  connect: (options: WorkerOptions) => Promise<WorkerConnection>,
): EarlyStart {
  let taker: Pick<WorkerOptions, News> | undefined
  const heard = new Set<News>()
  let opening =
    account && connect({ account, onNewerSchema: hear('onNewerSchema'), onBlocked: hear('onBlocked') })
  // The error is handled by the caller that takes it.
  opening?.catch(() => {})

  function hear(news: News): () => void {
    return () => {
      heard.add(news)
      taker?.[news]?.()
    }
  }

  function drop(): void {
    opening?.then(
      (connection) => connection.close(),
      () => {},
    )
    opening = undefined
  }

  return {
    take(options) {
      const taken = opening
      if (!taken || !account) return undefined
      if (!isSameAccount(options.account, account)) {
        drop()
        return undefined
      }
      opening = undefined
      taker = options
      for (const news of heard) options[news]?.()
      return taken
    },
    drop,
  }
}
