import Check from 'lucide-react/icons/check'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import X from 'lucide-react/icons/x'
import type { LucideIcon } from 'lucide-react'
import styles from './decision.module.css'

export type DecisionName = 'keep' | 'maybe' | 'reject'

export interface DecisionLook {
  /** The action. */
  readonly word: string
  /** The resulting state of an article. */
  readonly state: string
  readonly Icon: LucideIcon
}

/** One icon and one pair of words per decision, used everywhere. */
export const decisionLooks: Readonly<Record<DecisionName, DecisionLook>> = {
  keep: { word: 'Keep', state: 'Kept', Icon: Check },
  maybe: { word: 'Maybe', state: 'Maybe', Icon: CircleQuestionMark },
  reject: { word: 'Reject', state: 'Rejected', Icon: X },
}

export function DecisionLabel({
  decision,
  reason,
}: {
  decision: DecisionName
  /** Why it was rejected. */
  reason?: string | undefined
}) {
  const { state, Icon } = decisionLooks[decision]
  return (
    <span className={styles.label} data-decision={decision}>
      <Icon size={14} strokeWidth={2.25} />
      {state}
      {reason === undefined ? null : (
        <span className={styles.reason}>
          : <bdi>{reason}</bdi>
        </span>
      )}
    </span>
  )
}
