import Tag from 'lucide-react/icons/tag'
import { useCallback, useSyncExternalStore } from 'react'
import { figure } from '../../ui/number-words.ts'
import { Select } from '../../ui/select.tsx'
import { useAddressParams } from '../../ui/use-address.ts'

/** The URL parameter that holds it. */
export const labelParam = 'label'

/** The label by which the articles of a job are filtered, kept in the address beside the search; blank for any. */
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

/** Filters the articles of a job by label; draws nothing if none has one. */
export function LabelFilter({ chosen, onChoose, index }: LabelFilterProps) {
  const counts = useSyncExternalStore(
    useCallback((listener) => index?.subscribe(listener) ?? (() => undefined), [index]),
    () => index?.labelCounts(),
  )
  const labels = new Map(counts)
  // The chosen label stays in the list, so that it can be deselected even if no article has it any more.
  if (chosen !== '' && !labels.has(chosen)) labels.set(chosen, 0)
  if (labels.size === 0) return null
  return (
    <Select
      label="Label"
      icon={<Tag />}
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
