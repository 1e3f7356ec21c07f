import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { SignedInRoutes } from '../app/routes.tsx'
import { screenModules } from '../app/screen-modules.ts'
import { UndoShortcut } from '../app/shell.tsx'
import type { WorkerApi } from '../worker-protocol/worker-api.ts'
import type { Session } from '../session/session-context.tsx'
import { DeskProviders } from './desk-providers.tsx'

// Loaded on the first visit otherwise, which on a busy machine may take longer than a test waits.
await Promise.all([...Object.values(screenModules).map((load) => load()), import('../ui/toast-region.tsx')])

/** Renders the screens behind the sign-in with the real routes; jobs are watched only if a test starts it. */
export function renderDesk(
  worker: WorkerApi,
  { at, session, beside }: { at: string; session?: Partial<Session>; beside?: ReactNode },
) {
  window.history.replaceState(null, '', at)
  const user = userEvent.setup()
  render(
    <DeskProviders {...{ worker, session }}>
      <UndoShortcut />
      {beside}
      <main>
        <SignedInRoutes />
      </main>
    </DeskProviders>,
  )
  return { user, address: () => window.location.pathname + window.location.search }
}
