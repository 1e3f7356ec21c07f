import type { ArticleId } from '../../../contract/ids.ts'
import { useAnnotation } from '../../worker-client/worker-context.tsx'
import { decisions } from '../../library/annotations/decision-codes.ts'
import type { Decision } from '../../library/records.ts'
import { decisionLooks } from '../../ui/decision.tsx'
import { KeyButton } from '../../ui/key-button.tsx'
import styles from './decision-buttons.module.css'

/** Shows the decision on the article in the reader, and changes it. */
export function DecisionButtons({ id, onDecide }: { id: ArticleId; onDecide: (decision: Decision) => void }) {
  const decided = useAnnotation(id)?.decision
  return (
    <div role="group" aria-label="Decision" className={styles.buttons}>
      {decisions.map((decision) => {
        const { word, Icon } = decisionLooks[decision]
        return (
          <KeyButton
            key={decision}
            shortcut={decision}
            icon={<Icon />}
            data-decision={decision}
            aria-pressed={decided === decision}
            // The second click of a double click would decide on the next article, unseen.
            onClick={({ detail }) => detail > 1 || onDecide(decision)}
          >
            {word}
          </KeyButton>
        )
      })}
    </div>
  )
}
