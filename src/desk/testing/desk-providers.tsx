import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { createQueryClient } from '../app/query-client.ts'
import { IntakeProvider } from '../intake/intake-context.tsx'
import type { Intake } from '../intake/intake.ts'
import { LibrarySync } from '../intake/library-sync.tsx'
import { SessionContext, type Session } from '../session/session-context.tsx'
import { ToastProvider } from '../ui/toast.tsx'
import { testCredentials } from './test-intake.ts'

export interface DeskProvidersProps {
  intake: Intake
  /** What is otherwise than with an editor who has just signed in. */
  session?: Partial<Session> | undefined
  children: ReactNode
}

/** All that a screen behind the sign-in may ask for, without the shell around it. */
export function DeskProviders({ intake, session, children }: DeskProvidersProps) {
  const [queries] = useState(createQueryClient)
  return (
    <SessionContext value={{ ...signedIn, ...session }}>
      <QueryClientProvider client={queries}>
        <IntakeProvider intake={intake}>
          <ToastProvider>
            <LibrarySync />
            <BrowserRouter>{children}</BrowserRouter>
          </ToastProvider>
        </IntakeProvider>
      </QueryClientProvider>
    </SessionContext>
  )
}

const signedIn: Session = {
  account: { email: testCredentials.email, serviceAddress: testCredentials.serviceAddress },
  needsSignIn: false,
  signInRequests: 0,
  signedOut: undefined,
  cannotRemember: undefined,
  signIn: () => Promise.resolve(),
  findTrouble: () => Promise.reject(new Error('no network in this test')),
  signOut: () => Promise.resolve(),
  requireSignIn: () => {},
}
