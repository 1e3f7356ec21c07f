import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { lazyPopup } from '../../ui/lazy-popup.tsx'
import styles from './storage.module.css'

const ForgetDialog = lazyPopup(async () => (await import('./forget-dialog.tsx')).ForgetDialog)

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
      {asking ? <ForgetDialog onClose={() => setAsking(false)} /> : null}
    </div>
  )
}
