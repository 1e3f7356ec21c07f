import { render } from '@testing-library/react'
import { useEffect, type ReactNode } from 'react'
import { WatchNotices } from '../features/watch/watch-notices.tsx'
import type { Session } from '../session/session-context.tsx'
import { DeskProviders } from './desk-providers.tsx'
import type { TestWorkerApi } from './test-worker-api.ts'

export interface RenderWatchOptions {
  readonly session?: Partial<Session>
  /** The initial address. */
  readonly at?: string
  readonly children?: ReactNode
}

/** Renders the watch as the desk does, over a minimal screen. Unmounting and calling this again acts as a reload. */
export function renderWatch(
  worker: TestWorkerApi,
  { session, at = '/library', children }: RenderWatchOptions = {},
) {
  window.history.replaceState(null, '', at)
  return render(
    <DeskProviders {...{ worker, session }}>
      <Watch worker={worker} />
      {children}
    </DeskProviders>,
  )
}

/** Watches jobs while it is mounted. */
function Watch({ worker }: { worker: TestWorkerApi }) {
  useEffect(() => {
    worker.watch.start()
    return () => worker.watch.stop()
  }, [worker])
  return <WatchNotices />
}
