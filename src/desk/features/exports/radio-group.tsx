import { useId, type CSSProperties } from 'react'
import styles from './radio-group.module.css'

export interface RadioGroupProps<Value extends string> {
  legend: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string; hint?: string }[]
  disabled?: boolean
  /** Reserves space for this many options, if another group changes their number. */
  roomFor?: number
}

/** One of several options, with native radio buttons: arrow keys and screen readers work. */
export function RadioGroup<Value extends string>({
  legend,
  value,
  onChange,
  options,
  disabled,
  roomFor = 0,
}: RadioGroupProps<Value>) {
  const name = useId()
  const hint = options.find((option) => option.value === value)?.hint
  return (
    <fieldset className={styles.group} role="radiogroup" disabled={disabled}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.body} style={{ '--rows': Math.ceil(roomFor / 2) } as CSSProperties}>
        <div className={styles.options}>
          {options.map((option) => (
            <label key={option.value} className={styles.label}>
              <input
                type="radio"
                name={name}
                checked={option.value === value}
                aria-describedby={hint && option.value === value ? `${name}-hint` : undefined}
                onChange={() => onChange(option.value)}
              />
              {option.label}
            </label>
          ))}
        </div>
        {hint ? (
          <p id={`${name}-hint`} className={styles.hint}>
            {hint}
          </p>
        ) : null}
      </div>
    </fieldset>
  )
}
