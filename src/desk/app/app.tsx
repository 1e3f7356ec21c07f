import { Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { paths } from '../paths.ts'
import { SignInScreen } from '../screens/sign-in.tsx'
import { SessionProvider, type SessionProviderProps } from '../session/session-provider.tsx'
import { useSession } from '../session/session-context.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { lazyScreen } from './lazy-screen.ts'

/** Everything behind the sign-in, in one part that the sign-in page does not wait for. */
const SignedIn = lazyScreen(() => import('./signed-in.tsx'), 'SignedIn')

export function App(session: Omit<SessionProviderProps, 'children'>) {
  return (
    <BrowserRouter>
      <SessionProvider {...session}>
        <Entrance />
      </SessionProvider>
    </BrowserRouter>
  )
}

/** Signed out, every address leads to the sign-in page, and from there back to where the editor wanted to go. */
function Entrance() {
  const { account } = useSession()
  const { pathname, search, state } = useLocation()
  const wanted = (state as { wanted?: string } | null)?.wanted

  if (!account)
    return (
      <Routes>
        <Route path={paths.signIn} element={<SignInScreen />} />
        <Route
          path="*"
          element={<Navigate to={paths.signIn} replace state={{ wanted: pathname + search }} />}
        />
      </Routes>
    )
  if (pathname === paths.signIn) return <Navigate to={wanted ?? paths.jobs} replace />
  return (
    <ErrorBoundary place={account.email}>
      <Suspense fallback={<span className="wordmark first-paint">Article Desk</span>}>
        <SignedIn />
      </Suspense>
    </ErrorBoundary>
  )
}
