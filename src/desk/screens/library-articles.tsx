import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { ArticlesPanel } from '../features/articles/articles-panel.tsx'
import { orderedPlaces } from '../features/articles/places.ts'
import type { Scope } from '../features/articles/selection.ts'
import type { ShownPlaces } from '../features/articles/shown-places.ts'
import { useArticleList, type Reading } from '../features/articles/use-article-list.ts'
import { BulkActions } from '../features/decisions/bulk-actions.tsx'
import { LibraryChips } from '../features/library/article-chips.tsx'
import { FilterRow } from '../features/library/filter-row.tsx'
import type { LibrarySource } from '../features/library/library-source.ts'
import type { HeldView } from '../features/library/use-library-view.ts'
import type { ViewSpecState } from '../features/library/use-view-spec.ts'
import { addressOf } from '../features/library/view-address.ts'
import { activeFilters } from '../features/library/view-words.ts'
import { AddToListButton } from '../features/skip-lists/add-to-list-button.tsx'
import { useLibrary } from '../intake/intake-context.tsx'
import type { LibraryView, ViewSpec } from '../library/view/view.ts'
import { Button } from '../ui/button.tsx'
import { figure } from '../ui/counted.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { type FileScope, exportScopes } from './export-scopes.ts'
import { selectedIds, useDeciding } from './use-deciding.ts'
import { useHeldDecisions } from './use-held-decisions.ts'

const LibraryExportDialog = lazy(async () => ({
  default: (await import('../features/exports/library-export-dialog.tsx')).LibraryExportDialog,
}))

export interface LibraryArticlesProps extends Pick<ViewSpecState, 'change' | 'clear'> {
  source: LibrarySource
  shown: ShownPlaces
  /** The search included. */
  spec: ViewSpec
  view: HeldView
  held: LibraryView
  reading: Reading
  text: string
  query: string
  setText: (text: string) => void
  onOpenFilters: () => void
}

/** The articles of the library that the search and the filters leave. */
export function LibraryArticles({
  source,
  shown,
  spec,
  view,
  held,
  reading,
  text,
  query,
  setText,
  ...filtering
}: LibraryArticlesProps) {
  const { total, foundBy, cameSince } = view
  const everything = foundBy === '' && activeFilters(spec).length === 0
  const places = useMemo(
    () => orderedPlaces(source.positionsOf(held.ids), everything),
    [source, held, everything],
  )
  const address = addressOf(spec)
  const list = useArticleList({
    source,
    places,
    total,
    search: address === '' ? '' : `?${address}`,
    reading,
  })
  const index = useHeldDecisions(source, held)
  const deciding = useDeciding(list, index)
  const [exporting, setExporting] = useState<readonly FileScope[]>()
  useEffect(() => shown.set(places), [shown, places])
  useEffect(() => shown.decideWith(deciding.decideHere))
  const marking = useMemo(() => ({ keywords: [], query: foundBy }), [foundBy])
  const library = useLibrary()
  const exportOf = async (scopes: readonly Scope[]) => {
    const filters = activeFilters(spec).map(({ name, words }) =>
      name.startsWith('decision') ? words.toLowerCase() : words,
    )
    // What is kept is offered beside what is shown; where it cannot be read, the rest still is.
    const kept = await library.view({ decisions: ['keep'] }).then(
      ({ ids }) => [...source.positionsOf(ids)],
      () => [],
    )
    setExporting(exportScopes(scopes, [...filters, ...(foundBy ? [`“${foundBy}”`] : [])], kept))
  }

  return (
    <>
      <ArticlesPanel
        label="Articles of the library"
        list={list}
        search={{ label: 'Search library', text, setText }}
        marking={marking}
        busy={view.isStale || text.trim() !== query}
        Chips={LibraryChips}
        filters={
          <FilterRow
            spec={spec}
            isSearching={query !== ''}
            cameSince={cameSince}
            onShowWhatCame={view.showWhatCame}
            onChange={filtering.change}
            onClear={filtering.clear}
            onOpen={filtering.onOpenFilters}
          />
        }
        bulk={
          <>
            <BulkActions
              count={list.selection.positions.size}
              onDecide={(decision) => deciding.decide(selectedIds(list, index), decision)}
              onRead={() => deciding.setRead(selectedIds(list, index), true)}
            />
            <AddToListButton
              count={list.selection.positions.size}
              ids={() => source.ids([...list.selection.positions])}
            />
          </>
        }
        nothing={
          <NothingFound
            {...{ total, query, spec }}
            unreadTexts={view.unreadTexts}
            onShowAll={() => {
              setText('')
              filtering.clear()
            }}
            onClearFilters={filtering.clear}
          />
        }
        onExport={(scopes) => void exportOf(scopes)}
      />
      {exporting ? (
        <Suspense fallback={null}>
          <LibraryExportDialog
            positions={source}
            scopes={exporting}
            onClose={() => setExporting(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

function NothingFound({
  total,
  query,
  spec,
  unreadTexts,
  onShowAll,
  onClearFilters,
}: {
  total: number
  query: string
  spec: ViewSpec
  unreadTexts: LibraryView['unreadTexts']
  onShowAll: () => void
  onClearFilters: () => void
}) {
  const filters = activeFilters(spec).map(({ words }) => words)
  const ofAll = `None of the ${figure(total)} articles of the library`
  const passes = `passes these filters: ${filters.join(', ')}`
  return (
    <EmptyState
      title={unreadTexts ? 'Nothing found so far' : 'Nothing here matches'}
      actions={
        <>
          {filters.length > 0 ? <Button onClick={onClearFilters}>Clear filters</Button> : null}
          {query === '' ? null : <Button onClick={onShowAll}>Show all articles</Button>}
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
