import { HardDrive, RefreshCw, WifiOff } from 'lucide-react'
import { useLibrary } from '../intake/intake-context.tsx'
import { Notice } from './notice.tsx'
import styles from './notices.module.css'
import { UnsavedNotice } from './unsaved-notice.tsx'
import { useOnline } from './use-online.ts'

/** What holds on every screen until it passes. At the lower edge, so that nothing that is being read moves. */
export function Notices({ isOutdated }: { isOutdated: boolean }) {
  const isOnline = useOnline()
  const { kept } = useLibrary()
  return (
    // There from the start: a live region that comes with its text is not read aloud.
    <output className={styles.notices}>
      {isOnline ? null : (
        <Notice icon={<WifiOff />}>
          You are offline. The library can be read; checks go on when the network is back.
        </Notice>
      )}
      {isOutdated ? (
        <Notice icon={<RefreshCw />}>
          A newer version of the desk is in use on this device. Nothing new can be saved in this tab until you{' '}
          <a href={location.pathname}>reload it</a>.
        </Notice>
      ) : null}
      <UnsavedNotice />
      {kept === 'in-memory' ? (
        <Notice icon={<HardDrive />}>
          Not saved on this device: the browser keeps nothing for this page. Copy or export what you need
          before you close it.
        </Notice>
      ) : null}
    </output>
  )
}
