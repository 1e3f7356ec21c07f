import { Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { accountName } from '../api/credentials.ts'
import { type OpenUpdates, UpdatesContext } from '../offline/updates-context.ts'
import { paths } from '../paths.ts'
import { SignInScreen } from '../screens/sign-in.tsx'
import { useSession } from '../session/session-context.tsx'
import { SessionProvider, type SessionProviderProps } from '../session/session-provider.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { lazyScreen } from './lazy-screen.ts'
import { type ConnectWorker, useAccountWorker } from './use-account-worker.ts'
import { Button } from '../ui/button.tsx'
import styles from './error-boundary.module.css'
import { reloadNewest } from './reload-newest.ts'

export interface AppProps extends Omit<SessionProviderProps, 'children'> {
  /** Must stay the same function between renders. */
  connectWorker: ConnectWorker
  openUpdates?: OpenUpdates | undefined
}

export function App(props: AppProps) {
  return (
    <BrowserRouter>
      <Desk {...props} />
    </BrowserRouter>
  )
}

/** Must be rendered within a router of any kind. */
export function Desk({ connectWorker, openUpdates, ...session }: AppProps) {
  return (
    <SessionProvider {...session}>
      <UpdatesContext value={openUpdates}>
        <SignInGate connectWorker={connectWorker} />
      </UpdatesContext>
    </SessionProvider>
  )
}

/** Everything behind the sign-in in one chunk, which the sign-in page doesn't wait for, then the first screen. */
const SignedIn = lazyScreen(async () => {
  const { SignedIn, prefetchScreen } = await import('./signed-in.tsx')
  await prefetchScreen(location.pathname)
  return { SignedIn }
}, 'SignedIn')
export const prefetchSignedIn = SignedIn.prefetch

/** While signed out, every address leads to the sign-in page, and from there to the requested one. */
function SignInGate({ connectWorker }: { connectWorker: ConnectWorker }) {
  const { account, signedOut } = useSession()
  const { pathname, search, state } = useLocation()
  const { wanted, wantedBy } = (state ?? {}) as { wanted?: string; wantedBy?: string }

  if (!account)
    return (
      <Routes>
        <Route path={paths.signIn} element={<SignInScreen />} />
        <Route
          path="*"
          element={
            <Navigate
              to={paths.signIn}
              replace
              // The browser keeps it in the tab's history, where nothing of a forgotten account may be left.
              state={
                signedOut?.isForgotten
                  ? undefined
                  : { wanted: pathname + search, wantedBy: signedOut && accountName(signedOut) }
              }
            />
          }
        />
      </Routes>
    )
  if (pathname === paths.signIn) {
    // The same number is another job in another account.
    const isTheirs = wantedBy === undefined || wantedBy === accountName(account)
    return <Navigate to={(isTheirs && wanted) || paths.jobs} replace />
  }
  return (
    <ErrorBoundary resetKey={account.email}>
      <OpenedLibrary connectWorker={connectWorker} />
    </ErrorBoundary>
  )
}

function OpenedLibrary({ connectWorker }: { connectWorker: ConnectWorker }) {
  const { open, isOutdated, isBlocked, error } = useAccountWorker(connectWorker)
  if (error) throw error
  if (isOutdated && !open) return <OutdatedScreen />
  if (!open) return <LoadingScreen isBlocked={isBlocked} />
  return (
    <Suspense fallback={<LoadingScreen />}>
      <SignedIn
        key={open.worker.library.name}
        worker={open.worker}
        newest={open.newest}
        isOutdated={isOutdated}
      />
    </Suspense>
  )
}

/** Keeps what was on the page before the script ran until there is more to show. */
const LoadingScreen = ({ isBlocked = false }) => (
  <>
    <span className="wordmark first-paint">Article Desk</span>
    {isBlocked ? (
      <p className={styles.broken} role="alert">
        Close the other tabs of Article Desk: an older version there keeps this one from opening.
      </p>
    ) : null}
  </>
)

/** Shown when a newer desk has written to the library since this tab loaded. */
function OutdatedScreen() {
  return (
    <main className={styles.broken}>
      <h1 className={styles.title}>A newer version of the desk is in use</h1>
      <p className={styles.text}>
        It has already been opened on this device, and this page is older. Everything collected is safe;
        reload to continue with the new version.
      </p>
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => void reloadNewest()}>
          Reload
        </Button>
      </div>
    </main>
  )
}
