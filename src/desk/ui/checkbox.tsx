import { useId, type ComponentProps, type ReactNode } from 'react'
import styles from './check.module.css'
import hiddenStyles from './visually-hidden.module.css'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'children'> {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  indeterminate?: boolean
  onCheckedChange: (checked: boolean) => void
  labelHidden?: boolean
  /** Looks and is announced like a switch. */
  isSwitch?: boolean
}

/** The native checkbox, restyled: cheap even in a list of thousands, and a click on its label works. */
export function Checkbox({
  label,
  hint,
  checked,
  indeterminate = false,
  onCheckedChange,
  labelHidden = false,
  isSwitch = false,
  className,
  ...input
}: CheckboxProps) {
  const hintId = useId()
  return (
    <div className={[styles.row, className].filter(Boolean).join(' ')}>
      <label className={styles.pair}>
        <input
          {...input}
          type="checkbox"
          role={isSwitch ? 'switch' : undefined}
          className={isSwitch ? styles.switch : styles.checkbox}
          checked={checked}
          aria-checked={isSwitch ? checked : undefined}
          ref={(element) => {
            if (element) element.indeterminate = indeterminate
          }}
          aria-describedby={hint ? hintId : undefined}
          onChange={(event) => onCheckedChange(event.target.checked)}
        />
        <span className={labelHidden ? hiddenStyles.hidden : styles.label}>{label}</span>
      </label>
      {hint ? (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}
