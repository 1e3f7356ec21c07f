import { Alert } from '../../../ui/alert.tsx'
import type { Refusal } from './refusal.ts'
import styles from './refusal-alert.module.css'

/** Why no job was made, in the service's own words if it gave any. */
export function RefusalAlert({ refusal }: { refusal: Refusal }) {
  return (
    <Alert tone="error" title={refusal.title}>
      {refusal.detail ? <p className={styles.detail}>{refusal.detail}</p> : null}
      <p className={styles.next}>Nothing in the form was lost. {refusal.next}</p>
    </Alert>
  )
}
