import type { ActiveFilter } from '../features/library/views/view-words.ts'
import type { LibraryView } from '../library/view/view.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { noneOf, pluralize } from '../ui/number-words.ts'
import { quoted } from './export-scopes.ts'

/** Why the library shows no article: it has none, or has none that was looked for. */
export const LibraryEmptyState = ({ search }: { search?: NothingFoundProps }) =>
  search ? <NothingFound {...search} /> : <EmptyLibrary />

/** Before the first job: how to get articles. */
function EmptyLibrary() {
  return (
    <EmptyState
      title="Nothing collected yet"
      actions={
        <>
          <LinkButton variant="primary" to={paths.newJob}>
            Create a job
          </LinkButton>
          <LinkButton to={paths.restore()}>Restore a backup</LinkButton>
        </>
      }
    >
      The articles of every finished job are stored here, on this device, for this account.
    </EmptyState>
  )
}

interface NothingFoundProps {
  total: number
  query: string
  filters: readonly ActiveFilter[]
  /** Undefined if no more can be found. */
  indexing: LibraryView['indexing']
  onShowAll: () => void
  onClearFilters: () => void
}

/** The library has articles, but none matches: why, and the way back to them. */
function NothingFound({ total, query, filters, indexing, ...actions }: NothingFoundProps) {
  const ofAll = `${noneOf(total, 'article')} of the library`
  const passes = `passes these filters: ${filters.map(({ words }) => words).join(', ')}`
  return (
    <EmptyState
      title={indexing ? 'Nothing found so far' : 'Nothing here matches'}
      actions={
        <>
          {filters.length > 0 ? <Button onClick={actions.onClearFilters}>Clear filters</Button> : null}
          {query === '' ? null : <Button onClick={actions.onShowAll}>Show all articles</Button>}
        </>
      }
    >
      {query === ''
        ? `${ofAll} ${passes}.`
        : `${ofAll} has ${quoted(query)} in its title or text${filters.length > 0 ? ` and ${passes}` : ''}.`}
      {indexing
        ? ` ${pluralize(indexing.of - indexing.done, 'text')} still to be indexed; results appear as they are found.`
        : ''}
    </EmptyState>
  )
}
