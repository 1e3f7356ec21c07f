import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { accountOf, type Credentials, isSameAccount } from '../api/credentials.ts'
import type { CredentialStore } from './credential-store.ts'
import { CredentialsContext, type Session, SessionContext, type SignedOut } from './session-context.tsx'
import type { TabChannel, TabMessage } from './tab-channel.ts'

export interface SessionProviderProps {
  /** Credentials from the store, read before the first render. */
  restored: Credentials | undefined
  store: CredentialStore
  tabs: TabChannel
  service: Authenticator
  children: ReactNode
}

/** The calls to a service that signing in needs. Must stay the same object between renders. */
export interface Authenticator {
  /** POST ping: returns the e-mail the service knows the account by. Rejects with a `ServiceError`. */
  readonly authenticate: (credentials: Credentials) => Promise<string>
  readonly findTrouble: Session['findTrouble']
}

interface State {
  readonly credentials: Credentials | undefined
  readonly signInRequests: number
  readonly signedOut: SignedOut | undefined
}

export function SessionProvider({ restored, store, tabs, service, children }: SessionProviderProps) {
  const [state, setState] = useState<State>({
    credentials: restored,
    signInRequests: 0,
    signedOut: undefined,
  })
  const { credentials, signInRequests, signedOut } = state
  const account = useMemo(() => credentials && accountOf(credentials), [credentials])

  /** From the start of a sign-out, which takes a moment: until it has ended, the key is not given to other tabs. */
  const hasSignedOut = useRef(false)
  const enter = useCallback((entered: Credentials) => {
    hasSignedOut.current = false
    setState({ credentials: entered, signInRequests: 0, signedOut: undefined })
  }, [])

  /** Raised by every sign-out, so that a sign-in under way doesn't undo it. */
  const signOuts = useRef(0)
  const leave = useCallback((signedOut: SignedOut) => {
    signOuts.current += 1
    setState({ credentials: undefined, signInRequests: 0, signedOut })
  }, [])

  const signIn = useCallback<Session['signIn']>(
    async (given, options) => {
      const before = signOuts.current
      const known = await service.authenticate(given)
      if (signOuts.current !== before) return
      // Use the service's spelling, so that "Editor@" and "editor@" share one library, but only if it is the same
      // e-mail.
      const email = known.toLowerCase() === given.email.toLowerCase() ? known : given.email
      const entered = { ...given, email }
      await store.keep(entered, options)
      if (signOuts.current !== before) return store.forget(entered)
      enter(entered)
      tabs.send({ kind: 'signed-in', credentials: entered })
    },
    [service, store, tabs, enter],
  )

  const signOut = useCallback<Session['signOut']>(
    async (isForgotten = false) => {
      if (!account) return
      hasSignedOut.current = true
      tabs.send({ kind: 'signed-out', account, isForgotten })
      signOuts.current += 1
      await store.forget(account)
      leave({ ...account, isForgotten })
    },
    [account, store, tabs, leave],
  )

  const requireSignIn = useCallback(
    () => setState((before) => ({ ...before, signInRequests: before.signInRequests + 1 })),
    [],
  )

  useTabs({ state, hasSignedOut, store, tabs, enter, leave })

  const session = useMemo<Session>(
    () => ({
      account,
      needsSignIn: account !== undefined && signInRequests > 0,
      signInRequests,
      signedOut,
      cannotRemember: store.cannotRemember,
      signIn,
      findTrouble: service.findTrouble,
      signOut,
      requireSignIn,
    }),
    [account, signInRequests, signedOut, store, signIn, service, signOut, requireSignIn],
  )
  return (
    <SessionContext value={session}>
      <CredentialsContext value={credentials}>{children}</CredentialsContext>
    </SessionContext>
  )
}

/** Syncs sign-in between the tabs of one account, and keeps them apart from those of another. */
function useTabs({
  state: { credentials, signInRequests },
  hasSignedOut,
  store,
  tabs,
  enter,
  leave,
}: {
  state: State
  hasSignedOut: RefObject<boolean>
  store: CredentialStore
  tabs: TabChannel
  enter: (credentials: Credentials) => void
  leave: (signedOut: SignedOut) => void
}) {
  // Only a newly opened tab takes over another's account, not one in which somebody is typing at the sign-in form.
  const isNew = useRef(credentials === undefined)

  const receive = useEffectEvent((message: TabMessage) => {
    if (message.kind === 'who-is-there') {
      const isSignedIn = signInRequests === 0 && !hasSignedOut.current
      if (credentials && isSignedIn) tabs.send({ kind: 'signed-in', credentials })
    } else if (message.kind === 'signed-in') {
      const waits = credentials
        ? signInRequests > 0 && isSameAccount(credentials, message.credentials)
        : isNew.current
      if (!waits) return
      // Tabs of another account may reply as well, before this is drawn.
      isNew.current = false
      void store.adopt(message.credentials)
      enter(message.credentials)
    } else if (credentials && isSameAccount(credentials, message.account)) {
      store.forgetTab()
      leave({ ...message.account, isForgotten: message.isForgotten })
    }
  })

  useEffect(() => {
    const stop = tabs.listen(receive)
    if (isNew.current) tabs.send({ kind: 'who-is-there' })
    const timer = setTimeout(() => (isNew.current = false), askingMs)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [tabs])
}

/** How long a new tab waits for another to say who is signed in. Tabs reply within milliseconds. */
const askingMs = 1000
