import { figure } from '../../ui/number-words.ts'
import { decisionLooks } from '../../ui/decision.tsx'
import { decisionChoices, type DecisionChoice } from './decision-choice.ts'
import styles from './decision-filter.module.css'
import type { DecisionCounts } from './decision-index.ts'

/** The label of each choice. */
export const choiceWords: Readonly<Record<DecisionChoice, string>> = {
  all: 'All',
  undecided: 'Undecided',
  keep: decisionLooks.keep.state,
  maybe: decisionLooks.maybe.state,
  reject: decisionLooks.reject.state,
}

/** Chooses which articles are shown, by decision. */
export function DecisionFilter({
  choice,
  onChoose,
  counts,
  total,
}: {
  choice: DecisionChoice
  onChoose: (choice: DecisionChoice) => void
  /** Undefined while the decisions are read. */
  counts: DecisionCounts | undefined
  total: number
}) {
  return (
    <fieldset className={styles.filter}>
      <legend className={styles.legend}>Decision</legend>
      {decisionChoices.map((name) => {
        const count = name === 'all' ? total : counts?.[name]
        return (
          <label key={name} className={styles.choice}>
            <input
              type="radio"
              name="decision"
              className={styles.radio}
              checked={choice === name}
              onChange={() => onChoose(name)}
            />
            <span>{choiceWords[name]}</span>{' '}
            <span className={styles.count} style={{ minInlineSize: roomFor(name, total) }}>
              {count === undefined ? '\u00a0' : figure(count)}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

/**
 * So that the choices stay where they are while the editor decides. With room for thousands they would need a second row
 * beside the reader, so those of a thousand articles move when a hundred are kept.
 */
function roomFor(choice: DecisionChoice, total: number): string | undefined {
  if (choice === 'all') return undefined
  const digits = String(choice === 'undecided' || total < 1000 ? total : 99).length
  // A separator is half as wide as a digit.
  return `${digits > 3 ? digits + 0.5 : digits}ch`
}
