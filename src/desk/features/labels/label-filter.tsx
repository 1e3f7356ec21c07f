import Tag from 'lucide-react/icons/tag'
import { figure } from '../../ui/number-words.ts'
import { Select } from '../../ui/select.tsx'

/** The URL parameter that holds the label by which the articles of a job are filtered. */
export const labelParam = 'label'

export interface LabelFilterProps {
  /** Blank for any. */
  chosen: string
  onChoose: (label: string) => void
  /** The labels of these articles; undefined while they are read. */
  counts: ReadonlyMap<string, number> | undefined
}

/** Filters the articles of a job by label; draws nothing if none has one. */
export function LabelFilter({ chosen, onChoose, counts }: LabelFilterProps) {
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
