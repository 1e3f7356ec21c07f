import { useEffect, useLayoutEffect, useState } from 'react'
import { accountName } from '../api/credentials.ts'
import type { WorkerConnection, WorkerOptions } from '../worker-protocol/worker-connection.ts'
import { LibraryError } from '../library/library.ts'
import { useCredentials, useSession } from '../session/session-context.tsx'

export type ConnectWorker = (options: WorkerOptions) => Promise<WorkerConnection>

/** The signed-in account's worker once it is open, or why it couldn't be opened. */
export interface AccountWorker {
  /** Account of the worker: another account's must not be shown while the right one opens. */
  readonly name: string | undefined
  readonly open: WorkerConnection | undefined
  /** A newer desk has run on this device: nothing can be written until the page is reloaded. */
  readonly isOutdated: boolean
  /** While it isn't open: other tabs, which have an older version open, keep the library from being upgraded. */
  readonly isBlocked?: boolean
  readonly error: unknown
}

const closed: AccountWorker = { name: undefined, open: undefined, isOutdated: false, error: undefined }

/** @param connectWorker must stay the same function between renders */
export function useAccountWorker(connectWorker: ConnectWorker): AccountWorker {
  const { account, needsSignIn } = useSession()
  const credentials = useCredentials()
  const [state, setState] = useState(closed)
  const name = account && accountName(account)
  const { open } = state

  useEffect(() => {
    if (!account || !name) return undefined
    let isWanted = true
    let opened: WorkerConnection | undefined
    const change = (next: Partial<AccountWorker>) => {
      if (isWanted) setState((before) => ({ ...before, ...next }))
    }
    const onNewerSchema = () => change({ isOutdated: true })
    const onBlocked = () => change({ name, isBlocked: true })
    connectWorker({ account, onNewerSchema, onBlocked }).then(
      (ready) => {
        opened = ready
        if (isWanted) change({ name, open: ready })
        else ready.close()
      },
      (error: unknown) => change(isNewerSchema(error) ? { name, isOutdated: true } : { name, error }),
    )
    return () => {
      isWanted = false
      opened?.close()
      setState(closed)
    }
    // The name identifies the account; a new key for the same account must not close its library.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [name, connectWorker])

  // Runs before any other effect of this render: a check sent before the new key is set would be refused again.
  useLayoutEffect(() => {
    const isOwn = credentials && state.name === accountName(credentials)
    if (open && isOwn) void open.useCredentials(needsSignIn ? undefined : credentials)
  }, [open, state.name, credentials, needsSignIn])

  return state.name === name ? state : closed
}

const isNewerSchema = (error: unknown): boolean =>
  error instanceof LibraryError && error.reason === 'newer-schema'
