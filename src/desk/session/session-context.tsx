import { createContext, use } from 'react'
import type { Account, Credentials } from '../api/credentials.ts'
import type { Failure } from '../api/errors.ts'
import type { ConnectionTrouble } from '../api/probe.ts'
import type { KeepOptions } from './credential-store.ts'

/** Who signed out, and whether their library was deleted as well. */
export interface SignedOut extends Account {
  readonly isForgotten: boolean
}

export interface Session {
  /** Who is signed in. Kept while the key is asked for again: the library, the screen and the form are still theirs. */
  readonly account: Account | undefined
  /** The service has refused the key: nothing is sent until the editor has signed in again. */
  readonly needsSignIn: boolean
  /** How often the key was requested since it was refused: first by the desk, then by the editor. */
  readonly signInRequests: number
  /** Who signed out last in this tab, so that the sign-in page can say what happened to their library. */
  readonly signedOut: SignedOut | undefined
  /** Why this device can't remember a key; undefined if it can. */
  readonly cannotRemember: string | undefined
  /** Asks the service first and stores nothing before it has accepted. Rejects with a `ServiceError`. */
  readonly signIn: (credentials: Credentials, options: KeepOptions) => Promise<void>
  /** Why signing in failed, as far as a browser can tell. */
  readonly findTrouble: (failure: Failure, serviceAddress: string) => Promise<ConnectionTrouble>
  /**
   * Deletes this account's credentials in every tab and on the device. The library stays, if it is on the device.
   *
   * @param isForgotten whether the library was deleted just before, or was only in memory: the sign-in page must not
   *   say that it is kept then
   */
  readonly signOut: (isForgotten?: boolean) => Promise<void>
  /** Call on a 401, and when an editor wants to continue after one. */
  readonly requireSignIn: () => void
}

export const SessionContext = createContext<Session | undefined>(undefined)

/** Separate from {@link Session}, so that components that only need the account never hold a key. */
export const CredentialsContext = createContext<Credentials | undefined>(undefined)

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return session
}

/** The key itself, for code that makes the client. Undefined before sign-in. */
export const useCredentials = (): Credentials | undefined => use(CredentialsContext)
