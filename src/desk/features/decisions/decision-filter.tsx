import { Circle, CircleDashed, type LucideIcon } from 'lucide-react'
import { useCallback, useSyncExternalStore } from 'react'
import { figure } from '../../ui/counted.ts'
import { decisionLooks } from '../../ui/decision.tsx'
import { decisionChoices, type DecisionChoice } from './decision-choice.ts'
import styles from './decision-filter.module.css'
import type { DecisionIndex } from './decision-index.ts'

const looks: Readonly<Record<DecisionChoice, { word: string; Icon: LucideIcon }>> = {
  all: { word: 'All', Icon: Circle },
  undecided: { word: 'Undecided', Icon: CircleDashed },
  ...decisionLooks,
}

/** Which of the articles are shown, by what was decided on them; the counts go along with every decision. */
export function DecisionFilter({
  choice,
  onChoose,
  index,
  total,
}: {
  choice: DecisionChoice
  onChoose: (choice: DecisionChoice) => void
  index: DecisionIndex | undefined
  total: number
}) {
  const counts = useCounts(index)
  return (
    <fieldset className={styles.filter}>
      <legend className={styles.legend}>Decision</legend>
      {decisionChoices.map((name) => {
        const { word, Icon } = looks[name]
        const count = name === 'all' ? total : counts?.[name]
        return (
          <label key={name} className={styles.choice} title={word} data-decision={name}>
            <input
              type="radio"
              name="decision"
              className={styles.radio}
              checked={choice === name}
              onChange={() => onChoose(name)}
            />
            {name === 'all' ? null : <Icon size={14} strokeWidth={2} aria-hidden="true" />}
            <span className={name === 'all' ? undefined : styles.word}>{word}</span>{' '}
            <span className={styles.count} style={{ minInlineSize: `${figure(total).length}ch` }}>
              {count === undefined ? '' : figure(count)}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

function useCounts(index: DecisionIndex | undefined) {
  return useSyncExternalStore(
    useCallback((listener) => index?.subscribe(listener) ?? (() => undefined), [index]),
    () => index?.counts(),
  )
}
