import { useMemo } from 'react'
import { orderedPlaces } from '../features/articles/places.ts'
import type { ShownPlaces } from '../features/articles/shown-places.ts'
import type { Reading } from '../features/articles/use-article-list.ts'
import type { SearchText } from '../features/articles/use-search.ts'
import { LibraryChips } from '../features/library/article-chips.tsx'
import { FilterRow } from '../features/library/filter-row.tsx'
import type { LibrarySource } from '../features/library/library-source.ts'
import type { HeldView } from '../features/library/use-library-view.ts'
import type { ViewSpecState } from '../features/library/use-view-spec.ts'
import { addressOf } from '../features/library/view-address.ts'
import { activeFilters } from '../features/library/view-words.ts'
import type { LibraryView, ViewSpec } from '../library/view/view.ts'
import { DecidingPanel } from './deciding-panel.tsx'
import { narrowedBy } from './export-scopes.ts'
import { NothingFound } from './nothing-found.tsx'
import { useHeldDecisions } from './use-held-decisions.ts'
import { useLibraryExport } from './use-library-export.tsx'
import { useMarking } from './use-marking.ts'

export interface LibraryArticlesProps {
  source: LibrarySource
  shown: ShownPlaces
  reading: Reading
  search: SearchText
  filtering: ViewSpecState
  /** The filters with the search. */
  spec: ViewSpec
  view: HeldView
  held: LibraryView
  onOpenFilters: () => void
}

/** The articles of the library that the search and the filters leave. */
export function LibraryArticles({
  source,
  shown,
  reading,
  spec,
  view,
  held,
  ...props
}: LibraryArticlesProps) {
  const { text, query, setText } = props.search
  const { change, clear } = props.filtering
  const { total, foundBy } = view
  const filters = activeFilters(spec)
  const everything = foundBy === '' && filters.length === 0
  const places = useMemo(
    () => orderedPlaces(source.positionsOf(held.ids), everything),
    [source, held, everything],
  )
  const address = addressOf(spec)
  const search = address === '' ? '' : `?${address}`
  const exporting = useLibraryExport(source)

  return (
    <>
      <DecidingPanel
        label="Articles of the library"
        list={{ source, places, total, search, reading }}
        index={useHeldDecisions(source, held)}
        shown={shown}
        search={{ label: 'Search library', text, setText }}
        marking={useMarking(undefined, foundBy)}
        busy={view.isStale || text.trim() !== query}
        Chips={LibraryChips}
        filters={
          <FilterRow
            spec={spec}
            isSearching={query !== ''}
            cameSince={view.cameSince}
            onShowWhatCame={view.showWhatCame}
            onChange={change}
            onClear={clear}
            onOpen={props.onOpenFilters}
          />
        }
        nothing={
          <NothingFound
            {...{ total, query, spec }}
            unreadTexts={view.unreadTexts}
            onShowAll={() => {
              setText('')
              clear()
            }}
            onClearFilters={clear}
          />
        }
        onExport={(scopes) => {
          const words = filters.map(({ name, words }) =>
            name.startsWith('decision') ? words.toLowerCase() : words,
          )
          void exporting.open(scopes, narrowedBy(words, foundBy))
        }}
      />
      {exporting.dialog}
    </>
  )
}
