import { useId, type ReactNode } from 'react'
import styles from './check.module.css'

export interface SwitchProps {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
}

/** A checkbox that takes effect at once, announced as a switch. */
export function Switch({ label, hint, checked, onCheckedChange }: SwitchProps) {
  const hintId = useId()
  return (
    <div className={styles.row}>
      <label className={styles.pair}>
        <input
          type="checkbox"
          role="switch"
          className={styles.switch}
          checked={checked}
          aria-checked={checked}
          aria-describedby={hint ? hintId : undefined}
          onChange={(event) => onCheckedChange(event.target.checked)}
        />
        <span className={styles.label}>{label}</span>
      </label>
      {hint ? (
        <p id={hintId} className={`${styles.hint} ${styles.hintOfSwitch}`}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}
