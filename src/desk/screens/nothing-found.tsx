import { activeFilters } from '../features/library/view-words.ts'
import type { LibraryView, ViewSpec } from '../library/view/view.ts'
import { Button } from '../ui/button.tsx'
import { figure } from '../ui/counted.ts'
import { EmptyState } from '../ui/empty-state.tsx'

export interface NothingFoundProps {
  total: number
  query: string
  spec: ViewSpec
  unreadTexts: LibraryView['unreadTexts']
  onShowAll: () => void
  onClearFilters: () => void
}

/** The library has articles, but none is shown: why, and the way back to them. */
export function NothingFound({ total, query, spec, unreadTexts, ...actions }: NothingFoundProps) {
  const filters = activeFilters(spec).map(({ words }) => words)
  const ofAll = `None of the ${figure(total)} articles of the library`
  const passes = `passes these filters: ${filters.join(', ')}`
  return (
    <EmptyState
      title={unreadTexts ? 'Nothing found so far' : 'Nothing here matches'}
      actions={
        <>
          {filters.length > 0 ? <Button onClick={actions.onClearFilters}>Clear filters</Button> : null}
          {query === '' ? null : <Button onClick={actions.onShowAll}>Show all articles</Button>}
        </>
      }
    >
      {query === ''
        ? `${ofAll} ${passes}.`
        : `${ofAll} has “${query}” in its title or text${filters.length > 0 ? ` and ${passes}` : ''}.`}
      {unreadTexts
        ? ` ${figure(unreadTexts.of - unreadTexts.done)} texts are still to be read; what they hold shows as it is found.`
        : ''}
    </EmptyState>
  )
}
