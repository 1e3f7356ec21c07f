import { HardDrive, RefreshCw, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLibrary } from '../intake/intake-context.tsx'
import styles from './notices.module.css'
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
      {kept === 'in-memory' ? (
        <Notice icon={<HardDrive />}>
          Not saved on this device: the browser keeps nothing for this page. Copy or export what you need
          before you close it.
        </Notice>
      ) : null}
    </output>
  )
}

function Notice({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.notice}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      {children}
    </span>
  )
}
