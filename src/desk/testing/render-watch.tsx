import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { vi } from 'vitest'
import { createQueryClient } from '../app/query-client.ts'
import { WatchJobs } from '../features/watch/watch-jobs.tsx'
import { IntakeProvider } from '../intake/intake-context.tsx'
import type { Intake } from '../intake/intake.ts'
import { LibrarySync } from '../intake/library-sync.tsx'
import { SessionContext, type Session } from '../session/session-context.tsx'
import { ToastProvider } from '../ui/toast.tsx'
import { testCredentials } from './test-intake.ts'

export interface RenderWatchOptions {
  readonly session?: Partial<Session>
  /** Where the browser stands. */
  readonly at?: string
  readonly children?: ReactNode
}

/** The watch as the desk has it, over any screen at all. Unmounting and calling this again is a reload. */
export function renderWatch(
  intake: Intake,
  { session = {}, at = '/library', children }: RenderWatchOptions = {},
) {
  window.history.replaceState(null, '', at)
  const client = createQueryClient()
  return render(
    <SessionContext value={{ ...signedIn, ...session }}>
      <QueryClientProvider client={client}>
        <IntakeProvider intake={intake}>
          <ToastProvider>
            <BrowserRouter>
              <LibrarySync />
              <WatchJobs />
              {children}
            </BrowserRouter>
          </ToastProvider>
        </IntakeProvider>
      </QueryClientProvider>
    </SessionContext>,
  )
}

/** Lets time pass, under fake timers, and everything that is due by then happen. */
export const pass = (ms: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })

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
