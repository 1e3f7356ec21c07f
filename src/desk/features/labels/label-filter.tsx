import { useCallback, useSyncExternalStore } from 'react'
import { figure } from '../../ui/counted.ts'
import { Select } from '../../ui/select.tsx'
import { useAddressParams } from '../../ui/use-address.ts'

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
    <Select
      label="Label"
      value={chosen}
      active={chosen !== ''}
      options={[
        ['', 'Any label'],
        ...Array.from(labels, ([label, count]) => [label, `${label} (${figure(count)})`] as const),
      ]}
      onChange={onChoose}
    />
  )
}
