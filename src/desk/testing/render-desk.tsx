import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { SignedInRoutes } from '../app/routes.tsx'
import { IntakeProvider } from '../intake/intake-context.tsx'
import type { Intake } from '../intake/intake.ts'
import { LibrarySync } from '../intake/library-sync.tsx'
import { UndoKey } from '../screens/undo-key.tsx'
import { SessionContext, type Session } from '../session/session-context.tsx'
import { ToastProvider } from '../ui/toast.tsx'
import { testCredentials } from './test-intake.ts'

/** The screens behind the sign-in, through the real routes; no job is watched unless a test does it. */
export function renderDesk(
  intake: Intake,
  { at, session, beside }: { at: string; session?: Partial<Session>; beside?: ReactNode },
) {
  window.history.replaceState(null, '', at)
  const user = userEvent.setup()
  render(
    <SessionContext value={{ ...signedIn, ...session }}>
      <QueryClientProvider client={new QueryClient()}>
        <IntakeProvider intake={intake}>
          <ToastProvider>
            <LibrarySync />
            <UndoKey />
            {beside}
            <BrowserRouter>
              <main>
                <SignedInRoutes />
              </main>
            </BrowserRouter>
          </ToastProvider>
        </IntakeProvider>
      </QueryClientProvider>
    </SessionContext>,
  )
  return { user, address: () => window.location.pathname + window.location.search }
}

const signedIn: Session = {
  account: testCredentials,
  needsSignIn: false,
  signInRequests: 0,
  signedOut: undefined,
  cannotRemember: undefined,
  signIn: () => Promise.resolve(),
  findTrouble: () => Promise.reject(new Error('no network in this test')),
  signOut: () => Promise.resolve(),
  requireSignIn: () => {},
}
