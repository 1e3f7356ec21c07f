import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useDevicePreferences } from '../features/preferences/device-preferences.ts'
import { KeepStorage } from '../features/storage/keep-storage.tsx'
import { WatchNotices } from '../features/watch/watch-notices.tsx'
import type { WorkerConnection } from '../worker-protocol/worker-connection.ts'
import { WorkerProvider } from '../worker-client/worker-context.tsx'
import { fillWithNewest, LibrarySync } from '../worker-client/library-queries.ts'
import { CommandsProvider } from '../ui/commands.tsx'
import { ToastProvider } from '../ui/toast.tsx'
import { SingleKeysContext } from '../ui/use-shortcut.ts'
import { createQueryClient } from './query-client.ts'
import { SignedInRoutes } from './routes.tsx'
import { prefetchEverything } from './screens.ts'
import { Shell } from './shell.tsx'

export { prefetchScreen } from './screens.ts'

/** Everything behind the sign-in, for one account; remounted for another account. */
export function SignedIn({
  worker,
  newest,
  isOutdated,
}: Pick<WorkerConnection, 'worker' | 'newest'> & { isOutdated: boolean }) {
  const [queries] = useState(() => {
    const client = createQueryClient()
    if (newest) fillWithNewest(client, worker, newest)
    return client
  })
  const { singleKeys } = useDevicePreferences()

  useEffect(() => {
    const timer = setTimeout(() => void prefetchEverything(), fetchRestAfterMs)
    return () => clearTimeout(timer)
  }, [])

  return (
    // Base UI would insert style elements, which the policy forbids; our stylesheets contain those rules.
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <WorkerProvider worker={worker}>
          <SingleKeysContext value={singleKeys}>
            <ToastProvider>
              <LibrarySync />
              <WatchNotices />
              <KeepStorage />
              <CommandsProvider>
                <Shell isOutdated={isOutdated}>
                  <SignedInRoutes />
                </Shell>
              </CommandsProvider>
            </ToastProvider>
          </SingleKeysContext>
        </WorkerProvider>
      </QueryClientProvider>
    </CSPProvider>
  )
}

/** Late enough not to compete with what the editor came for. */
const fetchRestAfterMs = 2_000
