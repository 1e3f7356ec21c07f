import { Button } from '../ui/button.tsx'
import styles from './error-boundary.module.css'
import { reloadNewest } from './reload-newest.ts'

/** Shown when a newer desk has written to the library since this tab loaded. */
export function OutdatedScreen() {
  return (
    <main className={styles.broken}>
      <h1 className={styles.title}>A newer version of the desk is in use</h1>
      <p className={styles.text}>
        It has already been opened on this device, and this page is older. Everything collected is safe;
        reload to continue with the new version.
      </p>
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => void reloadNewest()}>
          Reload
        </Button>
      </div>
    </main>
  )
}
