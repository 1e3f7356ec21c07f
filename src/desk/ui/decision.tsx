import { Check, CircleQuestionMark, X, type LucideIcon } from 'lucide-react'
import styles from './decision.module.css'

export type DecisionName = 'keep' | 'maybe' | 'reject'

/** One icon and one word for each decision, wherever it is shown or made. */
export const decisionLooks: Readonly<Record<DecisionName, { word: string; Icon: LucideIcon; key: string }>> =
  {
    keep: { word: 'Keep', Icon: Check, key: 'v' },
    maybe: { word: 'Maybe', Icon: CircleQuestionMark, key: 'b' },
    reject: { word: 'Reject', Icon: X, key: 'd' },
  }

export function DecisionLabel({ decision }: { decision: DecisionName }) {
  const { word, Icon } = decisionLooks[decision]
  return (
    <span className={styles.label} data-decision={decision}>
      <Icon size={14} strokeWidth={2.25} aria-hidden="true" />
      {word}
    </span>
  )
}
