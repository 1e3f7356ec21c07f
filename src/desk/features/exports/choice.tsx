import { useId } from 'react'
import styles from './choice.module.css'

export interface ChoiceProps<Value extends string> {
  legend: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string; hint?: string }[]
}

/** One of a few, by the browser's own radio buttons: the arrows and screen readers know them. */
export function Choice<Value extends string>({ legend, value, onChange, options }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.choice} role="radiogroup">
      <legend className={styles.legend}>{legend}</legend>
      {options.map((option) => (
        <div key={option.value} className={styles.option}>
          <label className={styles.label}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              aria-describedby={option.hint ? `${name}-${option.value}` : undefined}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
          {option.hint ? (
            <p id={`${name}-${option.value}`} className={styles.hint}>
              {option.hint}
            </p>
          ) : null}
        </div>
      ))}
    </fieldset>
  )
}
