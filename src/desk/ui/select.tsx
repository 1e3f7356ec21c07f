import type { ReactNode } from 'react'
import styles from './select.module.css'

export interface SelectProps<Value extends string> {
  /** For screen readers only: visually, the selected option is self-explanatory. */
  label: string
  value: Value
  options: readonly (readonly [value: Value, words: string])[]
  onChange: (value: Value) => void
  /** Whether something narrower than the default is selected. */
  active: boolean
  /** Drawn instead of the selected option, where there is room for no more. */
  icon?: ReactNode
}

/** The native select, styled for a toolbar. */
export function Select<Value extends string>({
  label,
  value,
  options,
  onChange,
  active,
  icon,
}: SelectProps<Value>) {
  const select = (
    <select
      aria-label={label}
      title={icon ? `${label}: ${options.find(([name]) => name === value)?.[1] ?? ''}` : undefined}
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
  if (!icon) return select
  return (
    <span className={styles.iconSelect} data-active={active || undefined}>
      {icon}
      {select}
    </span>
  )
}
