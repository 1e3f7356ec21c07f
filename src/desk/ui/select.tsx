import styles from './select.module.css'

export interface SelectProps<Value extends string> {
  /** For screen readers only: visually, the selected option is self-explanatory. */
  label: string
  value: Value
  options: readonly (readonly [value: Value, words: string])[]
  onChange: (value: Value) => void
  /** Whether something narrower than the default is selected. */
  active?: boolean
}

/** The native select, styled for a toolbar. */
export function Select<Value extends string>({
  label,
  value,
  options,
  onChange,
  active = false,
}: SelectProps<Value>) {
  return (
    <select
      aria-label={label}
      className={styles.select}
      data-active={active || undefined}
      value={value}
      onChange={({ target }) => onChange(target.value as Value)}
    >
      {options.map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </select>
  )
}
