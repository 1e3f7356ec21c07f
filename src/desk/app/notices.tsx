import { useQuery } from '@tanstack/react-query'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import WifiOff from 'lucide-react/icons/wifi-off'
import { use, useSyncExternalStore } from 'react'
import { serviceQuery } from '../worker-client/library-queries.ts'
import { useWorkerApi } from '../worker-client/worker-context.tsx'
import { UpdatesContext } from '../offline/updates-context.ts'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { keepRowFocus } from '../ui/row-focus.ts'
import { useIsLater } from '../ui/use-is-later.ts'
import { Notice } from './notice.tsx'
import styles from './notices.module.css'
import { reloadNewest } from './reload-newest.ts'
import { UnsavedNotice } from './unsaved-notice.tsx'

/** Delays caching the desk for offline use until the editor has what they came for. */
const registerAfterMs = 6000

const LostLibraryNotice = lazyPart(async () => (await import('./lost-library-notice.tsx')).LostLibraryNotice)
const ResetNotice = lazyPart(async () => (await import('./reset-notice.tsx')).ResetNotice)
const UpdateNotice = lazyPart(async () => (await import('./update-notice.tsx')).UpdateNotice)

/** Conditions that affect every screen. At the bottom edge, so that nothing being read moves. */
export function Notices({ isOutdated }: { isOutdated: boolean }) {
  const isOnline = useOnline()
  // Checked here, since few services are ever reset, so that the notice's code is fetched only when needed.
  const resetAt = useQuery(serviceQuery(useWorkerApi())).data?.resetAt
  const isLater = useIsLater(registerAfterMs)
  const mayUpdate = use(UpdatesContext) !== undefined && isLater
  return (
    // Rendered from the start: screen readers don't announce a live region that appears with its text.
    <output ref={keepRowFocus} className={styles.notices}>
      {isOnline ? null : (
        <Notice icon={<WifiOff />}>
          You are offline. You can read the library; checks resume when the network is back.
        </Notice>
      )}
      {isOutdated ? (
        <Notice icon={<RefreshCw />}>
          A newer version of the desk is in use on this device. Reload this tab to save anything new.{' '}
          <Button size="s" onClick={() => void reloadNewest()}>
            Reload
          </Button>
        </Notice>
      ) : null}
      <UnsavedNotice />
      <LostLibraryNotice />
      {resetAt === undefined ? null : <ResetNotice at={resetAt} />}
      {mayUpdate && !isOutdated ? <UpdateNotice /> : null}
    </output>
  )
}

/** The browser's network state. "Online" is no promise; "offline" is nearly always true. */
function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}
