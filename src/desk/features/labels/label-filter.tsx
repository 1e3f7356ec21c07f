import Tag from 'lucide-react/icons/tag'
import { useCallback, useSyncExternalStore } from 'react'
import { figure } from '../../ui/number-words.ts'
import { Select } from '../../ui/select.tsx'

/** The URL parameter that holds the label by which the articles of a job are filtered. */
export const labelParam = 'label'

export interface LabelFilterProps {
  /** Blank for any. */
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
