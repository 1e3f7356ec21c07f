import { useCallback, useSyncExternalStore } from 'react'
import { figure } from '../../ui/counted.ts'
import { useAddressParams } from '../../ui/use-address.ts'
import styles from './label-filter.module.css'

/** The parameter of the address that holds it. */
export const labelParam = 'label'

/** The label that the shown articles of a job have, kept in the address beside the search; blank for any. */
export function useLabelChoice(): [string, (label: string) => void] {
  const [params, changeAddress] = useAddressParams()
  const choose = useCallback(
    (label: string) =>
      void changeAddress(
        (params) => (label === '' ? params.delete(labelParam) : params.set(labelParam, label)),
        { replace: true },
      ),
    [changeAddress],
  )
  return [params.get(labelParam) ?? '', choose]
}

export interface LabelFilterProps {
  chosen: string
  onChoose: (label: string) => void
  index:
    | {
        readonly labelCounts: () => ReadonlyMap<string, number>
        readonly subscribe: (listener: () => void) => () => void
      }
    | undefined
}

/** Which articles of a job are shown, by their labels; nothing where none has any. */
export function LabelFilter({ chosen, onChoose, index }: LabelFilterProps) {
  const counts = useSyncExternalStore(
    useCallback((listener) => index?.subscribe(listener) ?? (() => undefined), [index]),
    () => index?.labelCounts(),
  )
  const labels = new Map(counts)
  // What is chosen stays, so that it can be let go though no article has it any longer.
  if (chosen !== '' && !labels.has(chosen)) labels.set(chosen, 0)
  if (labels.size === 0) return null
  return (
    <select
      aria-label="Label"
      className={styles.select}
      data-chosen={chosen !== '' || undefined}
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="">Any label</option>
      {Array.from(labels, ([label, count]) => (
        <option key={label} value={label}>
          {`${label} (${figure(count)})`}
        </option>
      ))}
    </select>
  )
}
