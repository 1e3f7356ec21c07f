import type { SkipList } from '../../library/records.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { counted } from '../../ui/counted.ts'
import styles from './list-picker.module.css'

/** The named lists, to be skipped whole. */
export function ListPicker({
  lists,
  chosen,
  onChange,
}: {
  lists: readonly SkipList[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}) {
  return (
    <ul className={styles.lists} aria-label="Your lists">
      {lists.map(({ id, name, count }) => (
        <li key={id}>
          <Checkbox
            label={<bdi className={styles.name}>{name}</bdi>}
            hint={counted(count, 'id')}
            checked={chosen.includes(id)}
            onCheckedChange={(checked) =>
              onChange(checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          />
        </li>
      ))}
    </ul>
  )
}
