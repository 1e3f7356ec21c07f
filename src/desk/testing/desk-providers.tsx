import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { createQueryClient } from '../app/query-client.ts'
import { WorkerProvider } from '../worker-client/worker-context.tsx'
import type { WorkerApi } from '../worker-protocol/worker-api.ts'
import { LibrarySync } from '../worker-client/library-queries.ts'
import { SessionContext, type Session } from '../session/session-context.tsx'
import { ToastProvider } from '../ui/toast.tsx'
import { testCredentials } from './test-worker-api.ts'

export interface DeskProvidersProps {
  worker: WorkerApi
  /** Overrides of the session of an editor who has just signed in. */
  session?: Partial<Session> | undefined
  children: ReactNode
}

/** Everything a screen behind the sign-in may use, without the shell around it. */
export function DeskProviders({ worker, session, children }: DeskProvidersProps) {
  const [queries] = useState(createQueryClient)
  return (
    <SessionContext value={{ ...signedIn, ...session }}>
      <QueryClientProvider client={queries}>
        <WorkerProvider worker={worker}>
          <ToastProvider>
            <LibrarySync />
            <BrowserRouter>{children}</BrowserRouter>
          </ToastProvider>
        </WorkerProvider>
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
