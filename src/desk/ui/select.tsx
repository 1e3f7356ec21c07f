import styles from './select.module.css'

export interface SelectProps<Value extends string> {
  /** Read out, not shown: what is chosen says what it is about. */
  label: string
  value: Value
  options: readonly (readonly [value: Value, words: string])[]
  onChange: (value: Value) => void
  /** Something narrower than usual is chosen. */
  active?: boolean
}

/** The browser's own choice of one of several, for a bar of tools. */
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
