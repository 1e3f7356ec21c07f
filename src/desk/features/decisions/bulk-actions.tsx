import { decisions } from '../../library/annotations/decision-codes.ts'
import type { Decision } from '../../library/records.ts'
import { Button } from '../../ui/button.tsx'
import { pluralize, figure } from '../../ui/number-words.ts'
import { decisionLooks } from '../../ui/decision.tsx'
import { KeyButton } from '../../ui/key-button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'

/** Decisions on the whole selection, each with its count, for a toolbar. */
export function BulkActions({
  count,
  onDecide,
  onRead,
}: {
  count: number
  onDecide: (decision: Decision) => void
  onRead: () => void
}) {
  const articles = count === 1 ? 'article' : 'articles'
  return (
    <>
      {decisions.map((decision) => {
        const { word, Icon } = decisionLooks[decision]
        return (
          <KeyButton
            key={decision}
            shortcut={decision}
            size="s"
            icon={<Icon />}
            onClick={() => onDecide(decision)}
          >
            <span>
              {`${word} ${figure(count)} `}
              <VisuallyHidden>{articles}</VisuallyHidden>
            </span>
          </KeyButton>
        )
      })}
      <Button size="s" onClick={onRead}>
        <span>
          Mark read <VisuallyHidden>{pluralize(count, 'article')}</VisuallyHidden>
        </span>
      </Button>
    </>
  )
}
