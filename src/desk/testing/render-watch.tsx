import { render } from '@testing-library/react'
import { useEffect, type ReactNode } from 'react'
import { WatchJobs } from '../features/watch/watch-jobs.tsx'
import type { Session } from '../session/session-context.tsx'
import { DeskProviders } from './desk-providers.tsx'
import type { TestIntake } from './test-intake.ts'

export interface RenderWatchOptions {
  readonly session?: Partial<Session>
  /** Where the browser stands. */
  readonly at?: string
  readonly children?: ReactNode
}

/** The watch as the desk has it, over any screen at all. Unmounting and calling this again is a reload. */
export function renderWatch(
  intake: TestIntake,
  { session, at = '/library', children }: RenderWatchOptions = {},
) {
  window.history.replaceState(null, '', at)
  return render(
    <DeskProviders {...{ intake, session }}>
      <Watch intake={intake} />
      {children}
    </DeskProviders>,
  )
}

/** Watches as long as the page is there. */
function Watch({ intake }: { intake: TestIntake }) {
  useEffect(() => {
    intake.watch.start()
    return () => intake.watch.stop()
  }, [intake])
  return <WatchJobs />
}
