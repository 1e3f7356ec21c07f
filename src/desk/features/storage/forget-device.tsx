import { lazy, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { LazyDialog } from '../../ui/lazy-dialog.tsx'
import styles from './storage.module.css'

const ForgetDialog = lazy(async () => ({ default: (await import('./forget-dialog.tsx')).ForgetDialog }))

export function ForgetDevice() {
  const [asking, setAsking] = useState(false)
  return (
    <div className={styles.line}>
      <p className={styles.hint}>
        Deletes this account's library and key from this browser, and signs out. Jobs and articles at the
        service stay as they are.
      </p>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Forget this device
      </Button>
      {asking ? (
        <LazyDialog onGiveUp={() => setAsking(false)}>
          <ForgetDialog onClose={() => setAsking(false)} />
        </LazyDialog>
      ) : null}
    </div>
  )
}
