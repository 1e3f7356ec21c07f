import type { DecisionChoice } from '../features/decisions/decision-choice.ts'
import { choiceWords } from '../features/decisions/decision-filter.tsx'
import type { DecisionIndex } from '../features/decisions/decision-index.ts'
import { Button } from '../ui/button.tsx'
import { pluralize, figure, noneOf } from '../ui/number-words.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { quoted } from './export-scopes.ts'

export interface NothingShownProps {
  total: number
  query: string
  choice: DecisionChoice
  /** Blank for any. */
  label: string
  index: DecisionIndex | undefined
  onShowAll: () => void
}

/** A job has articles, but none is shown: why, and the way back to all of them. */
export function NothingShown({ total, query, choice, label, index, onShowAll }: NothingShownProps) {
  const action = <Button onClick={onShowAll}>Show all articles</Button>
  if (query === '' && label === '' && choice === 'undecided' && index) {
    const { keep, maybe, reject } = index.counts()
    return (
      <EmptyState title="All decided" actions={action}>
        {`Of ${pluralize(total, 'article')} you kept ${figure(keep)}, rejected ${figure(reject)} and marked ${figure(maybe)} as maybe.`}
      </EmptyState>
    )
  }
  const asked = [
    choice === 'all' ? '' : `is ${choice === 'maybe' ? 'a ' : ''}${choiceWords[choice].toLowerCase()}`,
    label === '' ? '' : `has the label “${label}”`,
    query === '' ? '' : `has ${quoted(query)} in its title or text`,
  ].filter(Boolean)
  return (
    <EmptyState title="Nothing here matches" actions={action}>
      {`${noneOf(total, 'article')} of this job ${new Intl.ListFormat('en-GB').format(asked)}.`}
    </EmptyState>
  )
}
