import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { WatchJobs } from '../features/watch/watch-jobs.tsx'
import type { Intake } from '../intake/intake.ts'
import type { Session } from '../session/session-context.tsx'
import { DeskProviders } from './desk-providers.tsx'

export interface RenderWatchOptions {
  readonly session?: Partial<Session>
  /** Where the browser stands. */
  readonly at?: string
  readonly children?: ReactNode
}

/** The watch as the desk has it, over any screen at all. Unmounting and calling this again is a reload. */
export function renderWatch(intake: Intake, { session, at = '/library', children }: RenderWatchOptions = {}) {
  window.history.replaceState(null, '', at)
  return render(
    <DeskProviders {...{ intake, session }}>
      <WatchJobs />
      {children}
    </DeskProviders>,
  )
}

/** Lets time pass, under fake timers, and everything that is due by then happen. */
export const pass = (ms: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })
