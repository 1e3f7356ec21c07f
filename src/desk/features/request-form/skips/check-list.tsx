import { Checkbox } from '../../../ui/checkbox.tsx'
import styles from './check-list.module.css'

export interface CheckListProps {
  label?: string
  items: readonly { readonly key: string; readonly name: string; readonly hint: string }[]
  /** Keys, in the order they were chosen. */
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** A choice of several; a long list scrolls. */
export function CheckList({ label, items, chosen, onChange }: CheckListProps) {
  return (
    <ul className={styles.list} aria-label={label}>
      {items.map(({ key, name, hint }) => (
        <li key={key}>
          <Checkbox
            label={<bdi className={styles.name}>{name}</bdi>}
            hint={hint}
            checked={chosen.includes(key)}
            onCheckedChange={(checked) =>
              onChange(checked ? [...chosen, key] : chosen.filter((other) => other !== key))
            }
          />
        </li>
      ))}
    </ul>
  )
}
